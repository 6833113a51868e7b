// Embedded content API: the thirteen calls of the contract.
import type { CallName } from '../../shared/api/calls.ts'
import { categories, firstByOrder, pageLimit, pageSize } from '../../shared/constants.ts'
import type { ArticleList, Banner, Category, Labels, MenuNode } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SentArticle, SentSummary } from './articles.ts'
import { withBrand } from './brand.ts'
import { failure } from './failure.ts'
import type { SentAbout, SentDownload, SentManual } from './pages.ts'
import type { ContentRepository } from './repository.ts'
import { wordsOf } from './search-words.ts'

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
  /** The `data` of the response, or a promise of it; `undefined` for 404. Throws Failure. */
  read: (input: CallInput) => unknown
}

const recommendLimit = { default: 3, max: 12 }

type SentList = Omit<ArticleList, 'list'> & { list: SentSummary[] }

async function articleList({ param, query, lang, repository }: CallInput): Promise<SentList> {
  const { articles, search } = repository
  const category = categoryFrom(param)
  const words = wordsOf(query.get('keywords') ?? '')
  const page = within(1, wholeNumber(query.get('page')) ?? 1, pageLimit)
  const size = within(1, wholeNumber(query.get('page_size')) ?? pageSize.default, pageSize.max)
  const start = (page - 1) * size
  if (words.length === 0) {
    const list = articles.list(lang, category, start, size)
    return { list, total: articles.total(lang, category), page, page_size: size }
  }
  const found = await search(words, lang, category)
  const list = articles.ofFiles(found.slice(start, start + size))
  return { list, total: found.length, page, page_size: size }
}

type InLanguages<T> = T & { languages: Locale[] }

function articleDetail({ param, lang, repository }: CallInput): InLanguages<SentArticle> | undefined {
  const id = idFrom(param)
  return withLanguages(repository.articles.byId(lang, id), () => repository.languages('article', id))
}

function articleInfo({ param, lang, repository }: CallInput): InLanguages<SentArticle> | undefined {
  return withLanguages(repository.articles.bySign(lang, param), () => repository.languages('article', param))
}

/** An item with the languages in which the same call finds it. */
function withLanguages<T>(item: T | undefined, languages: () => Locale[]): InLanguages<T> | undefined {
  return item && { ...item, languages: languages() }
}

function articleRecommends({ param, body, lang, repository }: CallInput): SentSummary[] {
  const category = categoryFrom(param)
  const id = optionalNumber(body.id) ?? 0
  const limit = within(1, optionalNumber(body.limit) ?? recommendLimit.default, recommendLimit.max)
  return repository.articles.recommended(lang, category, id, limit)
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

function about({ param, lang, repository }: CallInput): InLanguages<SentAbout> | undefined {
  const { pages, languages } = repository
  const item = isFirst(param) ? pages.firstAbout(lang) : pages.about(lang, idFrom(param))
  return item && withLanguages(item, () => languages('about', item.id))
}

function aboutInfo({ param, lang, repository }: CallInput): InLanguages<SentAbout> | undefined {
  return withLanguages(repository.pages.aboutBySign(lang, param), () => repository.languages('about', param))
}

function download({ param, lang, repository }: CallInput): InLanguages<SentDownload> | undefined {
  const { pages, languages } = repository
  const item = isFirst(param) ? pages.firstDownload(lang) : pages.download(lang, idFrom(param))
  return item && withLanguages(item, () => languages('download', item.id))
}

function manual({ param, lang, repository }: CallInput): InLanguages<SentManual> | undefined {
  const id = idFrom(param)
  return withLanguages(repository.pages.manual(lang, id), () => repository.languages('manual', id))
}

/** The time zone is for dates in the folder, which are served with their offset. */
function configBase({ repository }: CallInput): Record<string, unknown> {
  const { time_zone, ...site } = required(repository.site('site'))
  return withBrand(site, repository.site('brand') ?? {})
}

function routeTree({ repository }: CallInput): MenuNode[] {
  return required(repository.site('menu'))
}

/** Without the labels that have no text in this language. */
function blockLabel({ body, lang, repository }: CallInput): Labels {
  const labels = Object.entries(required(repository.site('labels')))
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
  const positions = required(repository.site('banners'))
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

/** The id 0 asks for the first item. */
function isFirst(param: string): boolean {
  return param === String(firstByOrder)
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
