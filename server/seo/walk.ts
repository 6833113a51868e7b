// Walk over an upstream: its lists, then each page that they, the menu, banners and texts link to, the newest articles first.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../../shared/api/api.ts'
import { aboutBy, defaultDownload, downloadBy, firstAbout, isFirstAbout } from '../../shared/api/lookups.ts'
import { contactSign, firstByOrder, pageSize, privacySign } from '../../shared/constants.ts'
import type { About, Seo } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import { articlePath, articlePathById, buildPath } from '../../shared/href.ts'
import { localesOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { localeOfPath, type RouteMatch, resolve } from '../../shared/resolve.ts'
import { routeIds, routeOf } from '../../shared/routes.ts'
import type { AppContext } from '../app-context.ts'
import { inTime } from '../base/in-time.ts'
import {
  downloadPage,
  type Found,
  type FoundPage,
  itemPage,
  newestFirst,
  nothingFound,
  type Site,
} from './found-pages.ts'

/** `onStale`: called for each stale response. */
export type ApiFor = (locale: Locale, onStale?: () => void) => Api

/** Limits in a language. After the first requests each one waits for the pause. */
const [mostPages, mostRequests, firstRequests] = [50_000, 2000, 200]
/** Concurrent requests, to limit the load of the upstream. */
const atOnce = 4

/**
 * `signal`: aborted when the server is closed: the walk rejects. Rejects with ApiError when a list or an item cannot be read:
 * the previous sitemaps are better than partial ones.
 */
export async function walkUpstream(
  context: AppContext,
  site: Site,
  { apiFor, signal }: { apiFor: ApiFor; signal: AbortSignal },
): Promise<Found> {
  const all = nothingFound()
  const onStale = () => {
    all.isStale = true
  }
  const apis = { zh: apiFor('zh', onStale), en: apiFor('en', onStale) }
  const locales = localesOf(site.languages)
  const known = new Set<string>()
  const queue: RouteMatch[] = []
  const requests = { zh: 0, en: 0 }
  let turn: Promise<unknown> = Promise.resolve()

  for (const locale of locales) follow(startPaths, locale)
  for (const locale of locales) {
    for (const { slug } of site.sections.list) await readList(slug, locale)
    const newest = newestFirst(all[locale].pages.values()).map(({ path }) => path)
    // One more than can be read shows that there are more.
    follow(newest.slice(0, mostRequests + 1), locale)
  }
  while (queue.length > 0) await Promise.all(queue.splice(0, atOnce).map(readPage))
  return all

  /** `links`: as in the HTML of a page in this language. */
  function follow(links: string[], locale: Locale): void {
    for (const link of links) {
      const match = resolve(link.split(/[?#]/, 1)[0] ?? '', site)
      // Lists are read as such, and comparisons are not in the index of search engines.
      if (match.kind !== 'page' || match.page === 'list' || match.page === 'compare') continue
      const linked = { ...match, locale: localeOfPath(link, site.languages) ?? locale }
      const key = `${linked.locale} ${match.path}`
      if (!known.has(key)) queue.push(linked)
      known.add(key)
    }
  }

  async function readList(category: string, locale: Locale): Promise<void> {
    const { pages, listed } = all[locale]
    const paths = new Set<string>()
    listed.set(category, paths)
    for (let page = 1; pages.size < mostPages && (await mayRequest(locale)); page++) {
      const { list, total } = await apis[locale].articleList({ category }, { page, page_size: pageSize.max })
      const before = paths.size
      for (const article of list) {
        const path = articlePath(article)
        paths.add(path)
        add(itemPage(path, article), locale)
      }
      // An upstream may claim any total, and respond to every page with the same items.
      if (paths.size === before || paths.size >= total) return
    }
    all.isPartial = true
  }

  async function readPage(match: RouteMatch): Promise<void> {
    const { locale, page: kind, path } = match
    if (!(await mayRequest(locale))) return
    const api = apis[locale]
    const loading = kind === 'home' ? loadHome(context, api) : loadPage(match, api, site)
    const { page, seo, links = [] } = (await found(loading)) ?? {}
    // Lists do not say whether an article is `noindex`.
    all[locale].pages.delete(path)
    if (page && !seo?.noindex) add(page, locale)
    follow(links, locale)
  }

  function add(page: FoundPage, locale: Locale): void {
    const { pages } = all[locale]
    if (pages.size < mostPages || pages.has(page.path)) pages.set(page.path, page)
    else all.isPartial = true
  }

  /** Waits for the pause; false where no more requests may be made. */
  async function mayRequest(locale: Locale): Promise<boolean> {
    signal.throwIfAborted()
    const count = ++requests[locale]
    if (count > mostRequests) all.isPartial = true
    else if (count > firstRequests) {
      // One after the other, however many are waiting.
      turn = turn.then(() => sleep(context.time.walkPauseMs, undefined, { ref: false, signal }))
      await turn
    }
    return count <= mostRequests
  }
}

const startPaths = [
  ...routeIds.filter((id) => !/{\w+}/.test(routeOf(id).pattern)).map((id) => buildPath(id, {})),
  buildPath('detail', { sign: privacySign }),
]

/** `links`: to other pages. Without `page` there is none in the sitemap. */
type Loaded = { page?: FoundPage; seo?: Seo | undefined; links?: string[] }

/** The links of the menu and the banners, which are optional. */
async function loadHome({ telemetry: { log }, time }: AppContext, api: Api): Promise<Loaded> {
  const optional = <T>(part: Promise<T[]>, call: string) =>
    inTime(part, time.partTimeoutMs, call).catch((err: unknown) => {
      log.warn({ err }, 'links missing in the sitemaps')
      return []
    })
  const [menu, banners] = await Promise.all([
    optional(api.menu({}), 'menu'),
    optional(api.banners({}, { position: 'home' }), 'banners'),
  ])
  const entries = menu.flatMap((node) => [node, ...node.children])
  return { links: [...entries.map(({ path }) => path), ...banners.map(({ link = '' }) => link)] }
}

/** Rejects with ApiError. */
async function loadPage({ page, params, section, path }: RouteMatch, api: Api, site: Site): Promise<Loaded> {
  const { id = '', subId, sign } = params
  switch (page) {
    case 'article': {
      const article = sign ? await api.articleInfo({ sign }) : await api.articleDetail({ id: subId ?? id })
      const { category, parent_id = 0, seo } = article
      const isHere = category === section?.slug && (subId ? String(parent_id) === id : parent_id <= 0)
      if (!sign && !isHere) return {}
      const parts = site.sections.hasParts(category) ? article.items : []
      return {
        page: itemPage(articlePathById(article, site.sections) ?? path, article),
        seo,
        links: [
          ...parts.map((part) => articlePath({ id: part.id, category }, article.id, site.sections)),
          ...linksIn(article.body),
        ],
      }
    }
    case 'about': {
      const about = id ? await aboutBy(api, id) : await firstAbout(api)
      if (!about) return {}
      const isFirst = id === '' || (await isFirstAbout(api, about))
      const siblings = about.siblings.filter((one) => one.id !== about.id && one.sign !== contactSign)
      const links = siblings.map((one) => buildPath('about', { id: one.id }))
      return loadedAbout(buildPath('about', isFirst ? {} : { id: about.id }), about, links)
    }
    case 'contact':
      return loadedAbout(path, await api.aboutInfo({ sign: contactSign }))
    case 'download': {
      const download = id ? await downloadBy(api, id) : await defaultDownload(api, site.downloadId)
      if (!download) return {}
      const links = download.categories.map((one) => downloadPage(one, site).path)
      return { page: downloadPage(download, site), seo: download.seo, links }
    }
    case 'manual': {
      const { seo, body } = await api.manual({ id })
      return { page: { path }, seo, links: linksIn(body) }
    }
    case 'manuals': {
      const { siblings } = await api.manual({ id: firstByOrder })
      const links = siblings.map((one) => buildPath('manual', { id: one.id }))
      return links.length > 0 ? { page: { path }, links } : {}
    }
    // A page that needs no item is there. Whether an item of another kind exists, only its page shows.
    default:
      return Object.keys(params).length === 0 ? { page: { path } } : {}
  }
}

function loadedAbout(path: string, { cover, seo, body }: About, links: string[] = []): Loaded {
  return { page: itemPage(path, { cover }), seo, links: [...links, ...linksIn(body)] }
}

/** The input is sanitised, so its tags are regular. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
}
