// Content types of the origin, derived from their readers.
import { categories, searchKinds } from '../constants.ts'
import { isLocale, type Locale } from '../locale.ts'
import {
  type Content,
  count,
  date,
  flag,
  html,
  list,
  mainList,
  number,
  object,
  oneOf,
  optional,
  orMissing,
  prose,
  type Reader,
  record,
  text,
  titled,
  url,
  variant,
} from './reader.ts'
import { seo } from './seo.ts'

export type Category = (typeof categories)[number]

/** Languages that the site does not have are ignored. */
const languages: Reader<Locale[]> = (value, richText, lenient) =>
  list(text)(value, richText, lenient).filter(isLocale)

/** Copies of one image in other sizes, for `srcset`. */
const imageCopies = list(object({ url, width: number, height: optional(number) }))
export type ImageCopies = Content<typeof imageCopies>

const statuses = ['draft', 'scheduled', 'expired'] as const
export type Status = (typeof statuses)[number]
/** Of an item that is not public, in previews. Other values are ignored: origins may have a field `status` of their own. */
const status: Reader<Status | undefined> = (value) => statuses.find((known) => known === value)

const summaryFields = {
  id: number,
  category: oneOf(...categories),
  title: text,
  summary: optional(prose),
  cover: optional(url),
  cover_alt: optional(text),
  cover_sizes: optional(imageCopies),
  published_at: optional(date),
  updated_at: optional(date),
  tags: list(text),
  /** Of a product: the heading of its group in lists. */
  family: optional(text),
  sign: optional(text),
  languages: optional(languages),
  status,
}
const articleSummary = titled(object(summaryFields))
export type ArticleSummary = Content<typeof articleSummary>

export const readArticleSummaries = mainList(articleSummary)

const counted = object({ name: text, count })
const facet = object({ name: text, values: list(counted) })
export type Facet = Content<typeof facet>

/** `tags`, `facets`: missing where the origin has no filters. */
const articleList = object({
  list: mainList(articleSummary),
  total: count,
  page: optional(count),
  page_size: optional(count),
  tags: orMissing(optional(list(counted))),
  facets: orMissing(optional(list(facet))),
})
/** Some origins call the list `rows`. */
export const readArticleList: typeof articleList = (value, richText, lenient) =>
  articleList(hasRows(value) ? { ...value, list: value.rows } : value, richText, lenient)
function hasRows(value: unknown): value is { rows: unknown } {
  return typeof value === 'object' && value !== null && 'rows' in value && !('list' in value)
}
export type ArticleList = Content<typeof articleList>

const attachment = object({ name: prose, url, size: optional(number) })
export type Attachment = Content<typeof attachment>

const named = object({ id: number, title: text })
const neighbour = optional(named)

const fileFields = {
  name: prose,
  description: optional(prose),
  version: optional(text),
  size: optional(number),
  published_at: optional(date),
  url,
  sha256: optional(text),
}
const manualSummary = {
  id: number,
  title: text,
  summary: optional(prose),
  /** The products that it belongs to. */
  products: list(named),
}
const manual = object(manualSummary)
export type ManualSummary = Content<typeof manual>

/** Common to all categories: the origin may send each field for any article. */
const articleFields = {
  ...summaryFields,
  body: html,
  parent_id: optional(number),
  seo,
  author: optional(text),
  items: list(articleSummary),
  specs: list(object({ name: prose, value: prose })),
  gallery: list(object({ url, alt: optional(text), sizes: optional(imageCopies) })),
  attachments: list(attachment),
  facets: list(object({ name: text, values: list(text) })),
  /** Of the downloads and manuals that belong to the article. */
  documents: list(object(fileFields)),
  manuals: list(manual),
  prev: neighbour,
  next: neighbour,
}
const articles = {
  news: titled(object({ ...articleFields, category: oneOf('news') })),
  product: titled(
    object({
      ...articleFields,
      category: oneOf('product'),
    }),
  ),
  service: titled(object({ ...articleFields, category: oneOf('service') })),
  solution: titled(object({ ...articleFields, category: oneOf('solution') })),
} satisfies Record<Category, Reader<unknown>>
export type News = Content<typeof articles.news>
export type Product = Content<typeof articles.product>
export type Service = Content<typeof articles.service>

export const readArticle = variant('category', articles, articleFields)
export type Article = Content<typeof readArticle>

export const readLabels = record(prose)
export type Labels = Content<typeof readLabels>

const banner = titled(
  object({
    id: number,
    image: optional(url),
    image_mobile: optional(url),
    alt: optional(text),
    title: text,
    subtitle: optional(prose),
    link: optional(url),
    link_text: optional(prose),
  }),
)
export type Banner = Content<typeof banner>
export const readBanners = mainList(banner)

export const readAbout = titled(
  object({
    id: number,
    sign: optional(text),
    title: text,
    body: html,
    cover: optional(url),
    siblings: list(object({ id: number, sign: optional(text), title: text })),
    seo,
    languages: optional(languages),
    status,
  }),
)
export type About = Content<typeof readAbout>

export const readDownload = titled(
  object({
    id: number,
    title: text,
    description: optional(prose),
    categories: list(object({ id: number, title: text })),
    items: list(object({ id: number, ...fileFields, products: list(named) })),
    seo,
    languages: optional(languages),
    status,
  }),
)
export type Download = Content<typeof readDownload>

export const readManual = titled(
  object({
    ...manualSummary,
    body: html,
    chapters: list(object({ id: text, title: text })),
    attachments: list(attachment),
    /** All manuals; empty where the origin has no index of them. */
    siblings: list(manual),
    seo,
    languages: optional(languages),
    status,
  }),
)
export type Manual = Content<typeof readManual>

/** Plain text in pieces; `mark`: a word of the query. */
const marked = list(object({ text, mark: optional(flag) }))
export type Marked = Content<typeof marked>

export type SearchKind = (typeof searchKinds)[number]

const searchRow = object({
  kind: oneOf(...searchKinds),
  id: number,
  parent_id: optional(number),
  sign: optional(text),
  title: marked,
  text: marked,
  within: optional(text),
  chapter: optional(text),
  file: optional(attachment),
  published_at: optional(date),
  status,
})
export type SearchRow = Content<typeof searchRow>

export const readSearch = object({
  list: mainList(searchRow),
  total: count,
  counts: optional(record(count)),
  corrected: optional(text),
  partial: optional(flag),
  terms: list(text),
})
export type Search = Content<typeof readSearch>

export const readFormReceipt = object({ id: text })
export type FormReceipt = Content<typeof readFormReceipt>
