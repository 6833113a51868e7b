// The thirteen calls of the contract.
import type { CallName } from '../../shared/api/calls.ts'
import { categories, pageLimit, pageSize } from '../../shared/constants.ts'
import type {
  ArticleList,
  ArticleSummary,
  Banner,
  Category,
  Download,
  Labels,
  MenuNode,
  SiteConfig,
} from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SentArticle } from './article-index.ts'
import { failure } from './failure.ts'
import { byRecency } from './list-order.ts'
import type { SentAbout, SentManual } from './page-index.ts'
import type { Library } from './repository.ts'

/** `form` holds the submissions, which no other call touches. */
export function createCalls(form: Call['answer']): Record<CallName, Call> {
  return {
    about: { langIn: 'query', answer: about },
    aboutInfo: { langIn: 'query', answer: aboutInfo },
    articleDetail: { langIn: 'query', answer: articleDetail },
    articleInfo: { langIn: 'query', answer: articleInfo },
    articleList: { langIn: 'query', answer: articleList },
    download: { langIn: 'query', answer: download },
    manual: { langIn: 'query', answer: manual },
    articleRecommends: { langIn: 'body', answer: articleRecommends },
    banners: { langIn: 'body', answer: blockBanner },
    labels: { langIn: 'body', answer: blockLabel },
    siteConfig: { langIn: 'body', answer: configBase },
    // A form's own fields may include one called lang.
    form: { langIn: 'header', answer: form },
    menu: { langIn: 'body', answer: routeTree },
  }
}

export type Asked = {
  /** The decoded value in the path, or '' for a path without one. */
  param: string
  query: URLSearchParams
  body: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  library: Library
}

export type Call = {
  /** Where the caller names the language; whatever is not named there is in Accept-Language. */
  langIn: 'query' | 'body' | 'header'
  /** Throws Failure; `undefined` is what does not exist. */
  answer: (asked: Asked) => unknown
}

const recommendLimit = { default: 3, max: 12 }

function articleList({ param, query, lang, library }: Asked): ArticleList {
  const category = categoryFrom(param)
  const all = library[lang].articles.lists.get(category) ?? []
  const found = library.search.find(query.get('keywords') ?? '', lang, category)
  const matching = found ? all.filter(({ id }) => found.has(id)) : all
  const page = within(1, wholeNumber(query.get('page')) ?? 1, pageLimit)
  const size = within(1, wholeNumber(query.get('page_size')) ?? pageSize.default, pageSize.max)
  return {
    list: matching.slice((page - 1) * size, page * size),
    total: matching.length,
    page,
    page_size: size,
  }
}

function articleDetail({ param, lang, library }: Asked): SentArticle | undefined {
  return library[lang].articles.byId.get(idFrom(param))
}

function articleInfo({ param, lang, library }: Asked): SentArticle | undefined {
  return library[lang].articles.bySign.get(param)
}

function articleRecommends({ param, body, lang, library }: Asked): ArticleSummary[] {
  const category = categoryFrom(param)
  const id = optionalNumber(body.id)
  const limit = within(1, optionalNumber(body.limit) ?? recommendLimit.default, recommendLimit.max)
  const tags = new Set(id === undefined ? [] : library[lang].articles.byId.get(id)?.tags)
  const shared = (other: ArticleSummary) => other.tags.filter((tag) => tags.has(tag)).length
  const others = (library[lang].articles.lists.get(category) ?? []).filter((other) => other.id !== id)
  return others.sort((a, b) => shared(b) - shared(a) || byRecency(a, b)).slice(0, limit)
}

function categoryFrom(param: string): Category {
  const category = categories.find((known) => known === param)
  if (!category) throw failure('missing')
  return category
}

/** The seed sends a whole query as body, so that numbers may come as text. */
function optionalNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = wholeNumber(String(value))
  if (number === undefined) throw failure('malformed')
  return number
}

function about({ param, lang, library }: Asked): SentAbout | undefined {
  return library[lang].abouts.byId.get(idFrom(param))
}

function aboutInfo({ param, lang, library }: Asked): SentAbout | undefined {
  return library[lang].abouts.bySign.get(param)
}

function download({ param, lang, library }: Asked): Download | undefined {
  return library[lang].downloads.get(idFrom(param))
}

function manual({ param, lang, library }: Asked): SentManual | undefined {
  return library[lang].manuals.get(idFrom(param))
}

function configBase({ library }: Asked): SiteConfig {
  return whole(library.site.site)
}

function routeTree({ library }: Asked): MenuNode[] {
  return whole(library.site.menu)
}

/** A label without a text in this language is not in the answer. */
function blockLabel({ body, lang, library }: Asked): Labels {
  const labels = Object.entries(whole(library.site.labels))
  const { keys } = body
  const wanted = keys === undefined || keys === null ? undefined : new Set(textList(keys))
  return Object.fromEntries(
    labels.flatMap(([key, texts]) => {
      const text = texts[lang]
      return text === undefined || wanted?.has(key) === false ? [] : [[key, text]]
    }),
  )
}

/** A position nobody wrote banners for has none. */
function blockBanner({ body, lang, library }: Asked): Banner[] {
  const positions = whole(library.site.banners)
  if (typeof body.position !== 'string') throw failure('malformed')
  const banners = Object.hasOwn(positions, body.position) ? positions[body.position]! : []
  return banners.flatMap((banner) => {
    const text = banner[lang]
    return text ? [{ id: banner.id, ...text }] : []
  })
}

/** A broken file is one resource's failure, not the site's. */
function whole<T>(content: T | undefined): T {
  if (content === undefined) throw failure('broken')
  return content
}

function textList(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw failure('malformed')
  return value
}

/** An id in a path; one that is no positive whole number is nothing's id. */
function idFrom(param: string): number {
  return /^[1-9]\d{0,14}$/.test(param) ? Number(param) : 0
}

/** `undefined` for anything but digits with an optional sign. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
