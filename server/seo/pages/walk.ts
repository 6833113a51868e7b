// Finds every public page of a language: by the origin's lists, and by the links in what those lead to.
import type { Api } from '../../../shared/api/api.ts'
import {
  categories,
  contactSign,
  defaultDownloadId,
  firstAboutId,
  pageLimit,
  pageSize,
  privacySign,
} from '../../../shared/constants.ts'
import type { Article, Category } from '../../../shared/content/content.ts'
import { found } from '../../../shared/errors.ts'
import { canonicalPath } from '../../../shared/head.ts'
import { articleHref, canonicalHref, href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { searchFor } from '../../../shared/query.ts'
import { type RouteMatch, resolve } from '../../../shared/resolve.ts'
import { type ListRouteId, routeOf } from '../../../shared/routes.ts'
import { aboutPage, articlePage, contactPage, downloadPage, homePage, loadLinked } from './found-pages.ts'
import type { FoundPage, PageIndex } from './page-index.ts'

type Walk = {
  api: Api
  locale: Locale
  index: PageIndex
  /** Throws where the walk is to end. */
  step: () => void
  /** Called with the error for links that could not be looked for: the pages are there without them. */
  onMissingPart: (err: unknown) => void
}

/** Requests at a time: nobody waits for a sitemap, and the origin has visitors to serve. */
const atOnce = 4

/** Rejects with ApiError when a list or an item cannot be read: half a list is worse than yesterday's. */
export async function walk(walking: Walk): Promise<void> {
  const { api, index, locale } = walking
  const put = (page: FoundPage) => index.put(locale, page)
  const newest: string[] = []
  for (const category of categories) newest.push(await walkCategory(walking, category))
  put(homePage(newest.toSorted().at(-1)))
  await walkAbouts(walking)
  await walkDownloads(walking)
  const contact = await found(api.aboutInfo({ sign: contactSign }))
  if (contact) put(contactPage(contact))
  notice(walking, [href('detail', { sign: privacySign }, locale)])
  await walkLinks(walking)
}

/** Links in the menu and the banners, which are no pages of their own. */
async function walkLinks(walking: Walk): Promise<void> {
  const { api, onMissingPart } = walking
  const gap = (err: unknown) => {
    onMissingPart(err)
    return []
  }
  const menu = await api.menu({}).catch(gap)
  const banners = await api.banners({}, { position: 'home' }).catch(gap)
  notice(walking, [
    ...menu.flatMap((node) => [node, ...node.children]).map(({ path }) => path),
    ...banners.map(({ link = '' }) => link),
  ])
}

/** Pages that no list names, but other pages: manuals, legal texts. They may lead to more of them. */
export async function walkNoticed(walking: Walk): Promise<void> {
  const { index, locale } = walking
  let isMore = true
  while (isMore) {
    isMore = false
    for (let path = index.noticedAfter(locale, ''); path; path = index.noticedAfter(locale, path)) {
      if (index.has(locale, path)) continue
      walking.step()
      const match = resolve(path)
      const page = match.kind === 'page' ? await found(loadLinked(walking.api, match)) : undefined
      // The item may have been found by its id.
      if (!page || index.has(locale, page.found.path)) continue
      index.put(locale, page.found)
      noticeBody(walking, page.body)
      isMore = true
    }
  }
}

/** The newest date in it, or ''. */
async function walkCategory(walking: Walk, category: Category): Promise<string> {
  const { api, index, locale } = walking
  let [seen, newest] = [0, '']
  for (let page = 1; ; page++) {
    walking.step()
    const { list, total } = await api.articleList({ category }, { page, page_size: pageSize.max })
    for (let start = 0; start < list.length; start += atOnce) {
      const some = list.slice(start, start + atOnce)
      const dates = await Promise.all(some.map(({ id }) => walkArticle(walking, category, id)))
      newest = [newest, ...dates].toSorted().at(-1) ?? ''
    }
    seen += list.length
    if (list.length > 0 && seen < total) continue
    putLists(index, locale, category, { total, newest })
    return newest
  }
}

function putLists(
  index: PageIndex,
  locale: Locale,
  category: Category,
  { total, newest }: { total: number; newest: string },
) {
  const route: ListRouteId = `${category}-list`
  const pages = Math.min(Math.ceil(total / pageSize.default), pageLimit)
  for (let page = 1; page <= pages; page++) {
    const path = href(route, {}, 'zh') + searchFor(route, { page })
    index.put(locale, { path, route, title: '', modified: page === 1 ? newest || undefined : undefined })
  }
}

/** With its sub-items. Its date, or ''. */
async function walkArticle(walking: Walk, category: Category, id: number): Promise<string> {
  const { api, index, locale } = walking
  const article = await found(api.articleDetail({ id }))
  if (!article || article.category !== category || (article.parent_id ?? 0) > 0) return ''
  const page = articlePage(article, articleHref(article, 'zh'))
  index.put(locale, page)
  noticeBody(walking, article.body)
  const hasPages = category === 'news' || category === 'product'
  for (const item of hasPages ? article.items : []) await walkSubItem(walking, article, item.id)
  return page.modified ?? ''
}

async function walkSubItem(
  { api, index, locale, ...rest }: Walk,
  parent: Article,
  id: number,
): Promise<void> {
  const item = await found(api.articleDetail({ id }))
  if (item?.parent_id !== parent.id) return
  index.put(locale, articlePage(item, articleHref({ id, category: parent.category }, 'zh', parent.id)))
  noticeBody({ api, index, locale, ...rest }, item.body)
}

async function walkAbouts(walking: Walk): Promise<void> {
  const { api, index, locale } = walking
  const first = await found(api.about({ id: firstAboutId }))
  if (!first) return
  index.put(locale, aboutPage(first, canonicalHref('about', { id: first.id }, 'zh')))
  noticeBody(walking, first.body)
  for (const { id } of first.siblings.filter(({ id, sign }) => id !== firstAboutId && sign !== contactSign)) {
    const about = await found(api.about({ id }))
    if (!about) continue
    index.put(locale, aboutPage(about, canonicalHref('about', { id }, 'zh')))
    noticeBody(walking, about.body)
  }
}

async function walkDownloads({ api, index, locale }: Walk): Promise<void> {
  const first = await found(api.download({ id: defaultDownloadId }))
  if (!first) return
  index.put(locale, downloadPage(first, href('download', {}, 'zh')))
  for (const { id } of first.categories.filter(({ id }) => id !== defaultDownloadId)) {
    const download = await found(api.download({ id }))
    if (download) index.put(locale, downloadPage(download, canonicalHref('download', { id }, 'zh')))
  }
}

/** The input is sanitised, so its tags are regular. */
function noticeBody(walking: Walk, html: string) {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link = '']) => link)
  notice(
    walking,
    links.map((link) => link.replaceAll('&amp;', '&')),
  )
}

function notice({ index, locale }: Walk, links: string[]) {
  for (const link of links) {
    const match = link.startsWith('/') ? resolve(link.split(/[?#]/)[0] ?? '') : undefined
    if (match?.kind !== 'page' || routeOf(match.route).page === 'list') continue
    const language = /^\/(en|zh)(\/|$)/.test(link) ? match.locale : locale
    index.notice(language, canonicalPath({ ...match, search: '' } satisfies RouteMatch, 'zh'))
  }
}
