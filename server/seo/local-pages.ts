// Pages of local content: its public items, linked or not.
import { setImmediate } from 'node:timers/promises'
import { contactSign } from '../../shared/constants.ts'
import { articlePathById, buildPath } from '../../shared/href.ts'
import { hasLanguage, localesOf } from '../../shared/languages.ts'
import { type RouteId, routeIds, routeOf } from '../../shared/routes.ts'
import type { PublicItem } from '../base/content-source.ts'
import { downloadPage, type Found, type FoundPage, itemPage, nothingFound, type Site } from './found-pages.ts'

export async function findLocalPages(
  site: Site,
  publicItems: (after: number) => PublicItem[],
): Promise<Found> {
  const items: PublicItem[] = []
  for (let some = publicItems(0); some.length > 0; some = publicItems(some.at(-1)!.row)) {
    items.push(...some.filter(({ lang }) => hasLanguage(site.languages, lang)))
    // Requests are responded to between the calls.
    await setImmediate()
  }
  const found = nothingFound()
  for (const locale of localesOf(site.languages))
    for (const page of fixedPages) found[locale].pages.set(page.path, page)
  const articles = items.filter(({ kind, item }) => kind === 'article' && item.parent === undefined)
  const parents = new Map(articles.map(({ lang, category, item }) => [`${lang} ${item.id}`, category]))
  const first = firstAbouts(items)
  for (const one of items) {
    const { lang, category, item } = one
    const { pages, listed } = found[lang]
    if (item.parent !== undefined && parents.get(`${lang} ${item.parent}`) !== category) continue
    for (const page of pagesOf(one, site, first.get(lang) === one)) {
      if (one.isListed) listed.set(category, (listed.get(category) ?? new Set()).add(page.path))
      if (!item.seo?.noindex) pages.set(page.path, page)
    }
  }
  return found
}

/** Pages that are there with their items; pages of lists are added with the lists. */
const withItems: RouteId[] = ['home', 'contact', 'manual-list']
const fixedPages = routeIds
  .filter((id) => !routeOf(id).pattern.includes('{') && !withItems.includes(id))
  .map((id) => ({ path: buildPath(id, {}) }))

/** The text that `/about` shows in each language: the first one, that of the contact page only where there is no other. */
function firstAbouts(items: PublicItem[]): Map<string, PublicItem> {
  const abouts = items.filter(({ kind }) => kind === 'about').sort((a, b) => b.position - a.position)
  const last = abouts.filter(isContact)
  return new Map([...last, ...abouts.filter((one) => !isContact(one))].map((one) => [one.lang, one]))
}

const isContact = ({ item }: PublicItem) => item.sign === contactSign

function pagesOf(one: PublicItem, site: Site, isFirst: boolean): FoundPage[] {
  const { kind, category, item } = one
  const { id, sign } = item
  switch (kind) {
    case 'article': {
      const byId = articlePathById({ id, category, parent_id: item.parent }, site.sections)
      const path = byId ?? (sign && buildPath('detail', { sign }))
      return path ? [itemPage(path, { ...item, category })] : []
    }
    case 'about': {
      const path = buildPath('about', isFirst ? {} : { id })
      const paths = isContact(one) ? [buildPath('contact', {}), ...(isFirst ? [path] : [])] : [path]
      return paths.map((it) => itemPage(it, { cover: item.cover }))
    }
    case 'download':
      return [downloadPage(item, site)]
    case 'manual':
      return [{ path: buildPath('manual-list', {}) }, { path: buildPath('manual', { id }) }]
    default:
      return kind satisfies never
  }
}
