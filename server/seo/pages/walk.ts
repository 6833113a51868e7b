// Page walk: finds all public pages of a language, by the origin's lists and by the links in their content.
import { firstAbout } from '../../../shared/api/about-lookups.ts'
import type { Api } from '../../../shared/api/api.ts'
import { defaultDownload } from '../../../shared/api/download-lookups.ts'
import { contactSign, pageLimit, pageSize, privacySign } from '../../../shared/constants.ts'
import type { Article } from '../../../shared/content/content.ts'
import { found } from '../../../shared/errors.ts'
import { articlePath, buildPath, href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { pageSizeOf, searchFor } from '../../../shared/query.ts'
import { localeOfPath, resolve } from '../../../shared/resolve.ts'
import { routeIds, routeOf } from '../../../shared/routes.ts'
import type { Section } from '../../../shared/sections.ts'
import type { AddressFacts } from '../../../shared/site-facts.ts'
import { inTime } from '../../base/in-time.ts'
import { aboutPage, articlePage, downloadPage, downloadPath, loadLinked } from './found-pages.ts'
import type { FoundPage, PageIndex } from './page-index.ts'

type Walk = AddressFacts & {
  api: Api
  /** The category of downloads that `/download` shows. */
  downloadId: number
  locale: Locale
  index: PageIndex
  /** Called for each page; rejects when the walk is stopped. The calls of embedded content do not yield by themselves. */
  step: () => Promise<void>
  /** Called with the error where menu or banners could not be read: their links are missing. */
  onMissingPart: (err: unknown) => void
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** Concurrent requests, to limit the load of the origin. */
const atOnce = 4
/** Two million articles of a category. */
const mostListPages = 40_000
/** Limit in a language. */
const mostLinkedPages = 5000

/** Rejects with ApiError when a list or an item cannot be read: the previous index is better than a partial one. */
export async function walk(walking: Walk): Promise<void> {
  const { api, index, locale, languages, sections } = walking
  const put = (page: FoundPage) => index.put(locale, page)
  const newest: string[] = []
  for (const section of sections.list) newest.push(await walkSection(walking, section))
  put({ path: '/', modified: newest.toSorted().at(-1) || undefined })
  await walkAbouts(walking)
  await walkDownloads(walking)
  const contact = await found(api.aboutInfo({ sign: contactSign }))
  if (contact) put(aboutPage(contact, buildPath('contact', {})))
  addLinked(walking, [
    href('detail', { sign: privacySign }, { locale, languages }),
    ...pathsWithoutParameters,
  ])
  await addMenuLinks(walking)
}

const pathsWithoutParameters = routeIds
  .filter((id) => !/{\w+}/.test(routeOf(id).pattern))
  .map((id) => buildPath(id, {}))

/** Records the links of the menu and the banners. */
async function addMenuLinks(walking: Walk): Promise<void> {
  const { api, onMissingPart, partTimeoutMs } = walking
  const optional = <T>(part: Promise<T[]>, call: string) =>
    inTime(part, partTimeoutMs, call).catch((err: unknown) => {
      onMissingPart(err)
      return []
    })
  const [menu, banners] = await Promise.all([
    optional(api.menu({}), 'menu'),
    optional(api.banners({}, { position: 'home' }), 'banners'),
  ])
  addLinked(walking, [
    ...menu.flatMap((node) => [node, ...node.children]).map(({ path }) => path),
    ...banners.map(({ link = '' }) => link),
  ])
}

/** Pages that are in no list and only linked to: manuals, legal texts. Their links are followed as well. */
export async function walkLinked(walking: Walk): Promise<void> {
  const { index, locale } = walking
  let isMore = true
  let added = 0
  while (isMore) {
    isMore = false
    for (let path = index.linkedAfter(locale, ''); path; path = index.linkedAfter(locale, path)) {
      await walking.step()
      if (index.has(locale, path)) continue
      // Recorded paths have no prefix.
      const match = resolve(path, walking)
      const page = match.kind === 'page' ? await found(loadLinked(walking, match)) : undefined
      // The item may have been indexed by its id.
      if (!page || page.found.noindex || index.has(locale, page.found.path)) continue
      index.put(locale, page.found)
      // Each page of the origin may link to a new one.
      added += 1
      if (added >= mostLinkedPages) return
      addLinksOf(walking, page.body)
      isMore = true
    }
  }
}

/** Indexes a section; its newest date, or ''. */
async function walkSection(walking: Walk, section: Section): Promise<string> {
  const { api, index, locale } = walking
  const seen = new Set<number>()
  let newest = ''
  for (let page = 1; ; page++) {
    const { list, total } = await api.articleList(
      { category: section.slug },
      { page, page_size: pageSize.max },
    )
    const ids = [...new Set(list.map(({ id }) => id))].filter((id) => !seen.has(id))
    for (let start = 0; start < ids.length; start += atOnce) {
      const some = ids.slice(start, start + atOnce)
      const dates = await Promise.all(some.map((id) => walkArticle(walking, section, id)))
      newest = [newest, ...dates].toSorted().at(-1) ?? ''
    }
    for (const id of ids) seen.add(id)
    // An origin may claim any total, and respond to every page with the same items.
    if (ids.length > 0 && seen.size < total && page < mostListPages) continue
    putLists(index, locale, section, { total: Math.min(total, page * pageSize.max), newest })
    return newest
  }
}

function putLists(
  index: PageIndex,
  locale: Locale,
  section: Section,
  { total, newest }: { total: number; newest: string },
) {
  const { slug } = section
  const pages = Math.min(Math.ceil(total / pageSizeOf({ section })), pageLimit)
  for (let page = 1; page <= pages; page++) {
    const path = buildPath('section-list', { section: slug }) + searchFor({ page: 'list', section }, { page })
    index.put(locale, { path, modified: page === 1 ? newest || undefined : undefined })
  }
}

/** Indexes an article and its sub-items; its date, or empty. */
async function walkArticle(walking: Walk, { slug }: Section, id: number): Promise<string> {
  const { api, index, locale, sections, step } = walking
  await step()
  const article = await found(api.articleDetail({ id }))
  if (!article || article.category !== slug || (article.parent_id ?? 0) > 0) return ''
  const page = articlePage(article, articlePath(article))
  index.put(locale, page)
  addLinksOf(walking, article.body)
  for (const item of sections.hasParts(slug) ? article.items : [])
    await walkSubItem(walking, article, item.id)
  return page.modified ?? ''
}

async function walkSubItem(walking: Walk, parent: Article, id: number): Promise<void> {
  const { api, index, locale, sections, step } = walking
  await step()
  const item = await found(api.articleDetail({ id }))
  if (item?.parent_id !== parent.id) return
  const path = articlePath({ id, category: parent.category }, parent.id, sections)
  index.put(locale, articlePage(item, path))
  addLinksOf(walking, item.body)
}

async function walkAbouts(walking: Walk): Promise<void> {
  const { api, index, locale } = walking
  const first = await firstAbout(api)
  if (!first) return
  index.put(locale, aboutPage(first, buildPath('about', {})))
  addLinksOf(walking, first.body)
  for (const { id } of first.siblings.filter(({ id, sign }) => id !== first.id && sign !== contactSign)) {
    await walking.step()
    const about = await found(api.about({ id }))
    if (!about) continue
    index.put(locale, aboutPage(about, buildPath('about', { id })))
    addLinksOf(walking, about.body)
  }
}

async function walkDownloads({ api, downloadId, index, locale, step }: Walk): Promise<void> {
  const first = await defaultDownload(api, downloadId)
  if (!first) return
  index.put(locale, downloadPage(first, downloadPath(first, downloadId)))
  for (const { id } of first.categories.filter(({ id }) => id !== first.id)) {
    await step()
    const download = await found(api.download({ id }))
    if (download) index.put(locale, downloadPage(download, downloadPath(download, downloadId)))
  }
}

/** The input is sanitised, so its tags are regular. */
function addLinksOf(walking: Walk, html: string) {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link = '']) => link)
  addLinked(
    walking,
    links.map((link) => link.replaceAll('&amp;', '&')),
  )
}

function addLinked(walking: Walk, links: string[]) {
  const { index, locale, languages } = walking
  for (const link of links) {
    const path = link.split(/[?#]/)[0] ?? ''
    const match = path.startsWith('/') ? resolve(path, walking) : undefined
    if (match?.kind !== 'page' || match.page === 'list') continue
    index.addLinked(localeOfPath(path, languages) ?? locale, match.path)
  }
}
