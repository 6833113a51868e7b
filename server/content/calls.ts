// Embedded content API: the thirteen calls of the contract.
import type { CallName } from '../../shared/api/calls.ts'
import { categories, locales, pageLimit, pageSize } from '../../shared/constants.ts'
import type {
  ArticleList,
  Banner,
  Category,
  Labels,
  MenuNode,
  SiteConfig,
} from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SentArticle, SentSummary } from './article-index.ts'
import { failure } from './failure.ts'
import { byRecency } from './list-order.ts'
import type { SentAbout, SentDownload, SentManual } from './page-index.ts'
import type { ContentRepository, LocaleContent } from './repository.ts'

/** `form` stores submissions, which no other call reads. */
export function createCalls(form: Call['read']): Record<CallName, Call> {
  return {
    about: { langIn: 'query', read: about },
    aboutInfo: { langIn: 'query', read: aboutInfo },
    articleDetail: { langIn: 'query', read: articleDetail },
    articleInfo: { langIn: 'query', read: articleInfo },
    articleList: { langIn: 'query', read: articleList },
    download: { langIn: 'query', read: download },
    manual: { langIn: 'query', read: manual },
    articleRecommends: { langIn: 'body', read: articleRecommends },
    banners: { langIn: 'body', read: blockBanner },
    labels: { langIn: 'body', read: blockLabel },
    siteConfig: { langIn: 'body', read: configBase },
    // A form's own fields may include one called lang.
    form: { langIn: 'header', read: form },
    menu: { langIn: 'body', read: routeTree },
  }
}

export type CallInput = {
  /** The decoded value in the path, or '' for a path without one. */
  param: string
  query: URLSearchParams
  body: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  repository: ContentRepository
}

export type Call = {
  /** Where the caller names the language; without it, Accept-Language decides. */
  langIn: 'query' | 'body' | 'header'
  /** The `data` of the response; `undefined` for 404. Throws Failure. */
  read: (input: CallInput) => unknown
}

const recommendLimit = { default: 3, max: 12 }

type SentList = Omit<ArticleList, 'list'> & { list: SentSummary[] }

function articleList({ param, query, lang, repository }: CallInput): SentList {
  const category = categoryFrom(param)
  const all = repository[lang].articles.lists.get(category) ?? []
  const found = repository.search.find(query.get('keywords') ?? '', lang, category)
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

type InLanguages<T> = T & { languages: Locale[] }

function articleDetail(input: CallInput): InLanguages<SentArticle> | undefined {
  return inLanguages(input, ({ articles }) => articles.byId.get(idFrom(input.param)))
}

function articleInfo(input: CallInput): InLanguages<SentArticle> | undefined {
  return inLanguages(input, ({ articles }) => articles.bySign.get(input.param))
}

/** An item with the languages in which the same call finds it: by its id, or by its sign. */
function inLanguages<T>(
  { lang, repository }: CallInput,
  find: (content: LocaleContent) => T | undefined,
): InLanguages<T> | undefined {
  const item = find(repository[lang])
  return item && { ...item, languages: locales.filter((locale) => find(repository[locale])) }
}

function articleRecommends({ param, body, lang, repository }: CallInput): SentSummary[] {
  const category = categoryFrom(param)
  const id = optionalNumber(body.id)
  const limit = within(1, optionalNumber(body.limit) ?? recommendLimit.default, recommendLimit.max)
  const tags = new Set(id === undefined ? [] : repository[lang].articles.byId.get(id)?.tags)
  const shared = (other: SentSummary) => other.tags.filter((tag) => tags.has(tag)).length
  const others = (repository[lang].articles.lists.get(category) ?? []).filter((other) => other.id !== id)
  return others.sort((a, b) => shared(b) - shared(a) || byRecency(a, b)).slice(0, limit)
}

function categoryFrom(param: string): Category {
  const category = categories.find((known) => known === param)
  if (!category) throw failure('missing')
  return category
}

/** Clients may send query parameters as the body, so that numbers may be text. */
function optionalNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = wholeNumber(String(value))
  if (number === undefined) throw failure('malformed')
  return number
}

function about(input: CallInput): InLanguages<SentAbout> | undefined {
  return inLanguages(input, ({ abouts }) => abouts.byId.get(idFrom(input.param)))
}

function aboutInfo(input: CallInput): InLanguages<SentAbout> | undefined {
  return inLanguages(input, ({ abouts }) => abouts.bySign.get(input.param))
}

function download(input: CallInput): InLanguages<SentDownload> | undefined {
  return inLanguages(input, ({ downloads }) => downloads.get(idFrom(input.param)))
}

function manual(input: CallInput): InLanguages<SentManual> | undefined {
  return inLanguages(input, ({ manuals }) => manuals.get(idFrom(input.param)))
}

function configBase({ repository }: CallInput): SiteConfig {
  return required(repository.site.site)
}

function routeTree({ repository }: CallInput): MenuNode[] {
  return required(repository.site.menu)
}

/** Without the labels that have no text in this language. */
function blockLabel({ body, lang, repository }: CallInput): Labels {
  const labels = Object.entries(required(repository.site.labels))
  const { keys } = body
  const wanted = keys === undefined || keys === null ? undefined : new Set(textList(keys))
  return Object.fromEntries(
    labels.flatMap(([key, texts]) => {
      const text = texts[lang]
      return text === undefined || wanted?.has(key) === false ? [] : [[key, text]]
    }),
  )
}

/** A position without banners is an empty list. */
function blockBanner({ body, lang, repository }: CallInput): Banner[] {
  const positions = required(repository.site.banners)
  if (typeof body.position !== 'string') throw failure('malformed')
  const banners = Object.hasOwn(positions, body.position) ? positions[body.position]! : []
  return banners.flatMap((banner) => {
    const text = banner[lang]
    return text ? [{ id: banner.id, ...text }] : []
  })
}

/** An invalid file fails its own call only. */
function required<T>(content: T | undefined): T {
  if (content === undefined) throw failure('broken')
  return content
}

function textList(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw failure('malformed')
  return value
}

/** An id in a path; 0, which is never an id, for anything but a positive whole number. */
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
