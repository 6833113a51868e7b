// Walk over an upstream: its lists, then each page that they, the menu, banners and texts link to, the newest articles first.
import { setTimeout as sleep } from 'node:timers/promises'
import { aboutBy, firstAbout, isFirstAbout } from '../../shared/api/about-lookups.ts'
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload, downloadBy } from '../../shared/api/download-lookups.ts'
import { contactSign, firstByOrder, pageSize, privacySign } from '../../shared/constants.ts'
import type { About, Seo } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import { articlePath, articlePathById, buildPath } from '../../shared/href.ts'
import { listOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { localeOfPath, type RouteMatch, resolve } from '../../shared/resolve.ts'
import { routeIds, routeOf } from '../../shared/routes.ts'
import type { AppContext } from '../app-context.ts'
import { inTime } from '../base/in-time.ts'
import {
  aboutPage,
  articlePage,
  downloadPage,
  downloadPath,
  type Found,
  type FoundPage,
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
  const walk = new Walk(context, site, apiFor, signal)
  const locales = listOf(site.languages)
  for (const locale of locales) walk.follow(startPaths, locale)
  for (const locale of locales) await walk.readLists(locale)
  await walk.readPages()
  return walk.found
}

const startPaths = [
  ...routeIds.filter((id) => !/{\w+}/.test(routeOf(id).pattern)).map((id) => buildPath(id, {})),
  buildPath('detail', { sign: privacySign }),
]

class Walk {
  readonly found = nothingFound()
  readonly #context: AppContext
  readonly #site: Site
  readonly #apis: Record<Locale, Api>
  readonly #signal: AbortSignal
  readonly #known = new Set<string>()
  readonly #queue: RouteMatch[] = []
  readonly #requests = { zh: 0, en: 0 }
  #turn: Promise<unknown> = Promise.resolve()

  constructor(context: AppContext, site: Site, apiFor: ApiFor, signal: AbortSignal) {
    this.#context = context
    this.#site = site
    this.#signal = signal
    const onStale = () => {
      this.found.isStale = true
    }
    this.#apis = { zh: apiFor('zh', onStale), en: apiFor('en', onStale) }
  }

  /** `links`: as in the HTML of a page in this language. */
  follow(links: string[], locale: Locale): void {
    for (const link of links) {
      const match = resolve(link.split(/[?#]/, 1)[0] ?? '', this.#site)
      // Lists are read as such, and comparisons are not in the index of search engines.
      if (match.kind !== 'page' || match.page === 'list' || match.page === 'compare') continue
      const linked = { ...match, locale: localeOfPath(link, this.#site.languages) ?? locale }
      const key = `${linked.locale} ${match.path}`
      if (!this.#known.has(key)) this.#queue.push(linked)
      this.#known.add(key)
    }
  }

  async readLists(locale: Locale): Promise<void> {
    for (const { slug } of this.#site.sections.list) await this.#readList(slug, locale)
    const articles = newestFirst(this.found[locale].pages.values())
    // One more than can be read shows that there are more.
    this.follow(
      articles.slice(0, mostRequests + 1).map(({ path }) => path),
      locale,
    )
  }

  async #readList(category: string, locale: Locale): Promise<void> {
    const { pages, listed } = this.found[locale]
    const paths = new Set<string>()
    listed.set(category, paths)
    for (let page = 1; pages.size < mostPages && (await this.#mayRequest(locale)); page++) {
      const payload = { page, page_size: pageSize.max }
      const { list, total } = await this.#apis[locale].articleList({ category }, payload)
      const before = paths.size
      for (const article of list) {
        const path = articlePath(article)
        paths.add(path)
        this.#add(articlePage(article, path), locale)
      }
      // An upstream may claim any total, and respond to every page with the same items.
      if (paths.size === before || paths.size >= total) return
    }
    this.found.isPartial = true
  }

  /** The pages of the queue, and those that they link to. */
  async readPages(): Promise<void> {
    while (this.#queue.length > 0)
      await Promise.all(this.#queue.splice(0, atOnce).map((match) => this.#readPage(match)))
  }

  async #readPage(match: RouteMatch): Promise<void> {
    const { locale, path } = match
    if (!(await this.#mayRequest(locale))) return
    const loaded = await found(
      match.page === 'home' ? this.#loadHome(locale) : loadPage(match, this.#apis[locale], this.#site),
    )
    // Lists do not say whether an article is `noindex`.
    this.found[locale].pages.delete(path)
    const { page, seo, links = [] } = loaded ?? {}
    if (page && !seo?.noindex) this.#add(page, locale)
    this.follow(links, locale)
  }

  /** The links of the menu and the banners, which are optional. */
  async #loadHome(locale: Locale): Promise<Loaded> {
    const { time, telemetry } = this.#context
    const api = this.#apis[locale]
    const optional = <T>(part: Promise<T[]>, call: string) =>
      inTime(part, time.partTimeoutMs, call).catch((err: unknown) => {
        telemetry.log.warn({ err }, 'links missing in the sitemaps')
        return []
      })
    const [menu, banners] = await Promise.all([
      optional(api.menu({}), 'menu'),
      optional(api.banners({}, { position: 'home' }), 'banners'),
    ])
    const entries = menu.flatMap((node) => [node, ...node.children])
    return { links: [...entries.map(({ path }) => path), ...banners.map(({ link = '' }) => link)] }
  }

  #add(page: FoundPage, locale: Locale): void {
    const { pages } = this.found[locale]
    if (pages.size < mostPages || pages.has(page.path)) pages.set(page.path, page)
    else this.found.isPartial = true
  }

  /** Waits for the pause; false where no more requests may be made. */
  async #mayRequest(locale: Locale): Promise<boolean> {
    this.#signal.throwIfAborted()
    const count = ++this.#requests[locale]
    if (count > mostRequests) {
      this.found.isPartial = true
      return false
    }
    if (count > firstRequests) {
      const { walkPauseMs } = this.#context.time
      // One after the other, however many are waiting.
      this.#turn = this.#turn.then(() => sleep(walkPauseMs, undefined, { ref: false, signal: this.#signal }))
      await this.#turn
    }
    return true
  }
}

/** `links`: to other pages. Without `page` there is none in the sitemap. */
type Loaded = { page?: FoundPage; seo?: Seo | undefined; links?: string[] }

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
        page: articlePage(article, articlePathById(article, site.sections) ?? path),
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
      const paths = siblings.map((one) => buildPath('about', { id: one.id }))
      return loadedAbout(about, buildPath('about', isFirst ? {} : { id: about.id }), paths)
    }
    case 'contact':
      return loadedAbout(await api.aboutInfo({ sign: contactSign }), path)
    case 'download': {
      const download = id ? await downloadBy(api, id) : await defaultDownload(api, site.downloadId)
      if (!download) return {}
      const { seo, categories } = download
      return {
        page: downloadPage(download, site),
        seo,
        links: categories.map((one) => downloadPath(one.id, site)),
      }
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
    // A page that needs no item is there. Whether an item of another kind exists, only its page can tell.
    default:
      return Object.keys(params).length === 0 ? { page: { path } } : {}
  }
}

function loadedAbout(about: About, path: string, paths: string[] = []): Loaded {
  return { page: aboutPage(about, path), seo: about.seo, links: [...paths, ...linksIn(about.body)] }
}

/** The input is sanitised, so its tags are regular. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
}
