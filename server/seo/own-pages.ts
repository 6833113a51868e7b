// Pages of own content: its public items.
import { setImmediate } from 'node:timers/promises'
import { contactSign } from '../../shared/constants.ts'
import { articlePathById, buildPath } from '../../shared/href.ts'
import { hasLanguage } from '../../shared/languages.ts'
import type { LocalSource, PublicItem } from '../base/origin.ts'
import {
  aboutPage,
  articlePage,
  downloadPage,
  downloadPath,
  type FoundPage,
  noPages,
  type Site,
  type SitePages,
} from './found-pages.ts'

export async function findOwnPages(site: Site, publicItems: LocalSource['publicItems']): Promise<SitePages> {
  const all = await readItems(publicItems)
  const found = noPages()
  const items = all.filter(({ lang }) => hasLanguage(site.languages, lang))
  const parents = new Map(
    items.filter(isParent).map(({ lang, category, item }) => [`${lang} ${item.id}`, category]),
  )
  const first = firstAbouts(items)
  for (const one of items) {
    const { pages, listed } = found[one.lang]
    const { kind, lang, category, item } = one
    if (item.parent !== undefined && parents.get(`${lang} ${item.parent}`) !== category) continue
    if (kind === 'manual') pages.set(manualIndex.path, manualIndex)
    for (const page of pagesOf(one, site, first.has(one))) {
      if (one.isListed) listed.set(category, (listed.get(category) ?? new Set()).add(page.path))
      if (!item.seo?.noindex) pages.set(page.path, page)
    }
  }
  for (const lang of site.languages) if (lang) found[lang].pages.set(siteIndex.path, siteIndex)
  return found
}

const manualIndex = { path: buildPath('manual-list', {}) }
const siteIndex = { path: buildPath('sitemap', {}) }

/** Requests are responded to between the calls. */
async function readItems(publicItems: LocalSource['publicItems']): Promise<PublicItem[]> {
  const items: PublicItem[] = []
  for (let some = publicItems(0); some.length > 0; some = publicItems(items.at(-1)!.row)) {
    for (const one of some) items.push(one)
    await setImmediate()
  }
  return items
}

const isParent = ({ kind, item }: PublicItem) => kind === 'article' && item.parent === undefined

/** Those that `/about` shows: the first of a language, the text of the contact page only where there is no other. */
function firstAbouts(items: PublicItem[]): Set<PublicItem> {
  const abouts = items.filter(({ kind }) => kind === 'about').sort((a, b) => a.position - b.position)
  const others = abouts.filter((one) => !isContact(one))
  const firstIn = (lang: string) => [...others, ...abouts].find((one) => one.lang === lang)
  return new Set(abouts.map(({ lang }) => firstIn(lang)!))
}

const isContact = ({ item }: PublicItem) => item.sign === contactSign

function pagesOf(one: PublicItem, site: Site, isFirst: boolean): FoundPage[] {
  const { kind, category, item } = one
  const { id, sign } = item
  switch (kind) {
    case 'article': {
      const byId = articlePathById({ id, category, parent_id: item.parent }, site.sections)
      const path = byId ?? (sign && buildPath('detail', { sign }))
      return path ? [articlePage({ ...item, category }, path)] : []
    }
    case 'about': {
      const path = isContact(one) ? buildPath('contact', {}) : !isFirst && buildPath('about', { id })
      return [path, isFirst && buildPath('about', {})]
        .filter((it) => it !== false)
        .map((it) => aboutPage(item, it))
    }
    case 'download':
      return [downloadPage(item, downloadPath(id, site))]
    case 'manual':
      return [{ path: buildPath('manual', { id }) }]
    default:
      return kind satisfies never
  }
}
