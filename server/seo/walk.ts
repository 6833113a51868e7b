// Page walk: finds all public pages of a language, by the origin's lists and by the links in their content.
import { firstAbout } from '../../shared/api/about-lookups.ts'
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload } from '../../shared/api/download-lookups.ts'
import { contactSign, pageLimit, pageSize, privacySign } from '../../shared/constants.ts'
import type { Article } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import { articlePath, buildPath, href } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { pageSizeOf, searchFor } from '../../shared/query.ts'
import { localeOfPath, resolve } from '../../shared/resolve.ts'
import { routeIds, routeOf } from '../../shared/routes.ts'
import type { Section } from '../../shared/sections.ts'
import type { AddressFacts } from '../../shared/site-facts.ts'
import { inTime } from '../base/in-time.ts'
import {
  aboutPage,
  articlePage,
  downloadPage,
  downloadPath,
  type FoundPage,
  loadLinked,
} from './found-pages.ts'

/** Pages of a language by path. */
export type SitePages = Map<string, FoundPage>

export type Walk = AddressFacts & {
  api: Api
  /** The category of downloads that `/download` shows. */
  downloadId: number
  locale: Locale
  pages: SitePages
  /** Paths of links by language: whether their pages exist is found out after the lists. */
  linked: Record<Locale, Set<string>>
  /** Called before each call for one item; false where no more may be made. Rejects when the walk is stopped. */
  step: () => Promise<boolean>
  /** Called where the site has more pages than are read. */
  onBeyond: () => void
  /** Called with the error where menu or banners could not be read: their links are missing. */
  onMissingPart: (err: unknown) => void
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** Concurrent requests, to limit the load of the upstream. */
const atOnce = 4
/** 50 000 articles of a section. */
const mostListPages = 1000
/** Limits in a language. */
const mostPages = 50_000
const mostLinkedPages = 5000

/** Rejects with ApiError when a list or an item cannot be read: the previous sitemaps are better than partial ones. */
export async function walk(walking: Walk): Promise<void> {
  const { api, locale, languages, sections } = walking
  const put = (page: FoundPage) => add(walking, page)
  const newest: string[] = []
  for (const section of sections.list) newest.push(await walkSection(walking, section))
  put({ path: '/', modified: newest.reduce(later, '') || undefined })
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
  const { pages, linked, locale } = walking
  let added = 0
  // A set iterates over what is added to it meanwhile. Its paths have no prefix.
  for (const path of linked[locale]) {
    if (pages.has(path)) continue
    if (!(await walking.step())) return
    const match = resolve(path, walking)
    const page = match.kind === 'page' ? await found(loadLinked(walking, match)) : undefined
    // The item may be known by its id.
    if (!page || page.found.noindex || pages.has(page.found.path)) continue
    add(walking, page.found)
    // Each page of the upstream may link to a new one.
    if (++added >= mostLinkedPages) return
    addLinksOf(walking, page.body)
  }
}

function add({ pages, onBeyond }: Walk, page: FoundPage) {
  if (page.noindex) pages.delete(page.path)
  else if (pages.size < mostPages || pages.has(page.path)) pages.set(page.path, page)
  else onBeyond()
}

/** The articles of a section, its lists, then each article; its newest date, or ''. */
async function walkSection(walking: Walk, section: Section): Promise<string> {
  const { api, pages, step } = walking
  const { slug } = section
  const paths = new Map<number, string>()
  for (let page = 1; page <= mostListPages && (await step()); page++) {
    const { list, total } = await api.articleList({ category: slug }, { page, page_size: pageSize.max })
    const before = paths.size
    for (const article of list) {
      if (paths.has(article.id)) continue
      const path = articlePath(article)
      paths.set(article.id, path)
      add(walking, articlePage(article, path))
    }
    // An upstream may claim any total, and respond to every page with the same items.
    if (paths.size === before || paths.size >= total) break
  }
  const some = [...paths]
  while (some.length > 0)
    await Promise.all(some.splice(0, atOnce).map(([id, path]) => walkArticle(walking, section, { id, path })))
  const newest = [...paths.values()].map((path) => pages.get(path)?.modified ?? '').reduce(later, '')
  addLists(walking, section, { count: paths.size, newest })
  return newest
}

const later = (one: string, other: string) => (one > other ? one : other)

function addLists(walking: Walk, section: Section, { count, newest }: { count: number; newest: string }) {
  const { slug } = section
  const most = Math.min(Math.ceil(count / pageSizeOf({ section })), pageLimit)
  for (let page = 1; page <= most; page++) {
    const path = buildPath('section-list', { section: slug }) + searchFor({ page: 'list', section }, { page })
    add(walking, { path, modified: page === 1 ? newest || undefined : undefined })
  }
}

/** What a list does not say of an article: whether it is there, its pictures, its parts and its links. */
async function walkArticle(
  walking: Walk,
  { slug }: Section,
  { id, path }: { id: number; path: string },
): Promise<void> {
  const { api, pages, sections } = walking
  if (!(await walking.step())) return
  const article = await found(api.articleDetail({ id }))
  if (!article || article.category !== slug || (article.parent_id ?? 0) > 0) return void pages.delete(path)
  add(walking, articlePage(article, path))
  addLinksOf(walking, article.body)
  for (const item of sections.hasParts(slug) ? article.items : [])
    if (await walking.step()) await walkSubItem(walking, article, item.id)
}

async function walkSubItem(walking: Walk, parent: Article, id: number): Promise<void> {
  const { api, sections } = walking
  const item = await found(api.articleDetail({ id }))
  if (item?.parent_id !== parent.id) return
  add(walking, articlePage(item, articlePath({ id, category: parent.category }, parent.id, sections)))
  addLinksOf(walking, item.body)
}

async function walkAbouts(walking: Walk): Promise<void> {
  const { api } = walking
  const first = await firstAbout(api)
  if (!first) return
  add(walking, aboutPage(first, buildPath('about', {})))
  addLinksOf(walking, first.body)
  for (const { id } of first.siblings.filter(({ id, sign }) => id !== first.id && sign !== contactSign)) {
    if (!(await walking.step())) return
    const about = await found(api.about({ id }))
    if (!about) continue
    add(walking, aboutPage(about, buildPath('about', { id })))
    addLinksOf(walking, about.body)
  }
}

async function walkDownloads(walking: Walk): Promise<void> {
  const { api, downloadId, step } = walking
  const first = await defaultDownload(api, downloadId)
  if (!first) return
  add(walking, downloadPage(first, downloadPath(first, downloadId)))
  for (const { id } of first.categories.filter(({ id }) => id !== first.id)) {
    if (!(await step())) return
    const download = await found(api.download({ id }))
    if (download) add(walking, downloadPage(download, downloadPath(download, downloadId)))
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
  const { linked, locale, languages } = walking
  for (const link of links) {
    const path = link.split(/[?#]/)[0] ?? ''
    const match = path.startsWith('/') ? resolve(path, walking) : undefined
    if (match?.kind !== 'page' || match.page === 'list') continue
    linked[localeOfPath(path, languages) ?? locale].add(match.path)
  }
}
