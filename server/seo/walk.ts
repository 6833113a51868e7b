// Walk over an upstream: its lists, then each page that they, the menu, banners and texts lead to, the newest articles first.
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
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import { inTime } from '../base/in-time.ts'
import {
  aboutPage,
  articlePage,
  downloadPage,
  downloadPath,
  type FoundPage,
  type LanguagePages,
  noPages,
  type Site,
  type SitePages,
} from './found-pages.ts'

export type WalkOptions = Site & {
  apiFor: (locale: Locale) => Api
  /** The pause before each request but the first ones, in milliseconds. */
  pauseMs: number
  /** Aborted when the server is closed: the walk rejects. */
  signal: AbortSignal
  /** Called where the site has more pages than are read. */
  onBeyond: () => void
  /** Called with the error where menu or banners could not be read: their links are missing. */
  onMissingPart: (err: unknown) => void
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** Limits in a language. */
const [mostPages, mostRequests, firstRequests] = [50_000, 2000, 200]
/** Concurrent requests, to limit the load of the upstream. */
const atOnce = 4

/** Rejects with ApiError when a list or an item cannot be read: the previous sitemaps are better than partial ones. */
export async function walkUpstream(options: WalkOptions): Promise<SitePages> {
  const all = noPages()
  const walks = listOf(options.languages).map((locale) => new Walk(options, locale, all[locale]))
  const follow = (path: string, locale: Locale) => walks.find((one) => one.locale === locale)?.follow(path)
  for (const walk of walks) {
    await walk.readLists()
    await walk.readPages(follow)
  }
  // Pages of the second language may link to pages of the first.
  for (const walk of walks) await walk.readPages(follow)
  return all
}

type Follow = (path: string, locale: Locale) => void

/** The walk in one language. */
class Walk {
  readonly locale: Locale
  readonly #options: WalkOptions
  readonly #api: Api
  readonly #found: LanguagePages
  readonly #known = new Set<string>()
  #waiting: string[] = []
  #requests = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: WalkOptions, locale: Locale, found: LanguagePages) {
    this.locale = locale
    this.#options = options
    this.#api = options.apiFor(locale)
    this.#found = found
    for (const path of startPaths) this.follow(path)
  }

  /** `path`: unprefixed. */
  follow(path: string): void {
    if (this.#known.has(path)) return
    this.#known.add(path)
    this.#waiting.push(path)
  }

  async readLists(): Promise<void> {
    for (const { slug } of this.#options.sections.list) await this.#readList(slug)
    const published = (path: string) => this.#found.pages.get(path)?.published ?? ''
    const paths = [...this.#found.pages.keys()].sort((a, b) => (published(a) < published(b) ? 1 : -1))
    for (const path of paths) this.follow(path)
  }

  async #readList(category: string): Promise<void> {
    const { pages, listed } = this.#found
    const paths = new Set<string>()
    listed.set(category, paths)
    for (let page = 1; await this.#mayRequest(); page++) {
      const { list, total } = await this.#api.articleList({ category }, { page, page_size: pageSize.max })
      const before = paths.size
      for (const article of list) {
        const path = articlePath(article)
        paths.add(path)
        this.#add(articlePage(article, path))
      }
      // An upstream may claim any total, and respond to every page with the same items.
      if (paths.size === before || paths.size >= total) return
      if (pages.size >= mostPages) return this.#options.onBeyond()
    }
  }

  /** The pages that are waiting, and those that they lead to. */
  async readPages(follow: Follow): Promise<void> {
    while (this.#waiting.length > 0)
      await Promise.all(this.#waiting.splice(0, atOnce).map((path) => this.#readPage(path, follow)))
  }

  async #readPage(path: string, follow: Follow): Promise<void> {
    const match = resolve(path, this.#options)
    if (match.kind !== 'page' || pagesOfLists.includes(match.page) || !(await this.#mayRequest())) return
    const loaded = await found(loadPage(match, { ...this.#options, api: this.#api }))
    // Lists do not say whether an article is `noindex`.
    this.#found.pages.delete(path)
    const { page, seo, paths = [], links = [] } = loaded ?? {}
    if (page && !seo?.noindex) this.#add(page)
    for (const to of paths) this.follow(to)
    for (const link of links) {
      const linked = resolve(link.split(/[?#]/)[0] ?? '', this.#options)
      if (linked.kind === 'page')
        follow(linked.path, localeOfPath(link, this.#options.languages) ?? this.locale)
    }
  }

  #add(page: FoundPage): void {
    const { pages } = this.#found
    if (pages.size < mostPages || pages.has(page.path)) pages.set(page.path, page)
    else this.#options.onBeyond()
  }

  /** Waits for the pause; false where no more requests may be made. */
  async #mayRequest(): Promise<boolean> {
    const { signal, pauseMs, onBeyond } = this.#options
    signal.throwIfAborted()
    const count = ++this.#requests
    if (count > mostRequests) onBeyond()
    else if (count > firstRequests) {
      // One after the other, however many are waiting.
      this.#turn = this.#turn.then(() => sleep(pauseMs, undefined, { ref: false }))
      await this.#turn
    }
    return count <= mostRequests
  }
}

const startPaths = [
  ...routeIds.filter((id) => !/{\w+}/.test(routeOf(id).pattern)).map((id) => buildPath(id, {})),
  buildPath('detail', { sign: privacySign }),
]

/** Lists are read as such, and comparisons are not in the index of search engines. */
const pagesOfLists: PageKind[] = ['list', 'compare']

/** `paths`: other pages, unprefixed; `links`: as in HTML. Without `page` there is none in the sitemap. */
type Loaded = {
  page?: FoundPage | undefined
  seo?: Seo | undefined
  paths?: string[]
  links?: string[]
}
type Loading = WalkOptions & { api: Api }

/** Rejects with ApiError. */
async function loadPage(match: RouteMatch, loading: Loading): Promise<Loaded> {
  const { api } = loading
  const { page, params, path } = match
  const { id = '' } = params
  switch (page) {
    case 'home':
      return { links: await siteLinks(loading) }
    case 'article':
      return loadArticle(match, loading)
    case 'about': {
      const about = id ? await aboutBy(api, id) : await firstAbout(api)
      if (!about) return {}
      const isFirst = id === '' || (await isFirstAbout(api, about))
      const siblings = about.siblings.filter((one) => one.id !== about.id && one.sign !== contactSign)
      return {
        ...loadedAbout(about, buildPath('about', isFirst ? {} : { id: about.id })),
        paths: siblings.map((one) => buildPath('about', { id: one.id })),
      }
    }
    case 'contact':
      return loadedAbout(await api.aboutInfo({ sign: contactSign }), path)
    case 'download': {
      const download = id ? await downloadBy(api, id) : await defaultDownload(api, loading.downloadId)
      if (!download) return {}
      return {
        page: downloadPage(download, downloadPath(download.id, loading)),
        seo: download.seo,
        paths: download.categories.map((one) => downloadPath(one.id, loading)),
      }
    }
    case 'manual': {
      const { seo, body } = await api.manual({ id })
      return { page: { path }, seo, links: linksIn(body) }
    }
    case 'manuals': {
      const { siblings } = await api.manual({ id: firstByOrder })
      if (siblings.length === 0) return {}
      return { page: { path }, paths: siblings.map((one) => buildPath('manual', { id: one.id })) }
    }
    // A page that needs no item is there. Whether an item of another kind exists, only its page can tell.
    default:
      return Object.keys(params).length === 0 ? { page: { path } } : {}
  }
}

async function loadArticle(
  { params, section, path }: RouteMatch,
  { api, sections }: Loading,
): Promise<Loaded> {
  const { id, subId, sign } = params
  const article = sign ? await api.articleInfo({ sign }) : await api.articleDetail({ id: subId ?? id ?? '' })
  const { category, parent_id = 0 } = article
  const isHere = category === section?.slug && (subId ? String(parent_id) === id : parent_id <= 0)
  if (!sign && !isHere) return {}
  const parts = sections.hasParts(category) ? article.items : []
  return {
    page: articlePage(article, articlePathById(article, sections) ?? path),
    seo: article.seo,
    paths: parts.map((item) => articlePath({ id: item.id, category }, article.id, sections)),
    links: linksIn(article.body),
  }
}

function loadedAbout(about: About, path: string): Loaded {
  return { page: aboutPage(about, path), seo: about.seo, links: linksIn(about.body) }
}

/** The links of the menu and the banners, which are optional. */
async function siteLinks({ api, partTimeoutMs, onMissingPart }: Loading): Promise<string[]> {
  const optional = <T>(part: Promise<T[]>, call: string) =>
    inTime(part, partTimeoutMs, call).catch((err: unknown) => {
      onMissingPart(err)
      return []
    })
  const [menu, banners] = await Promise.all([
    optional(api.menu({}), 'menu'),
    optional(api.banners({}, { position: 'home' }), 'banners'),
  ])
  const entries = menu.flatMap((node) => [node, ...node.children])
  return [...entries.map(({ path }) => path), ...banners.map(({ link = '' }) => link)]
}

/** The input is sanitised, so its tags are regular. */
function linksIn(html: string): string[] {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link = '']) => link)
  return links.map((link) => link.replaceAll('&amp;', '&'))
}
