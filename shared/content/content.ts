// Content types of the upstream, derived from their readers.
import { isObject } from '../is-record.ts'
import { isLocale, type Locale } from '../locale.ts'
import { defaultSections } from '../sections.ts'
import { type Manner, readersOf } from './field-readers.ts'
import { itemFields } from './fields.ts'
import {
  type Content,
  count,
  date,
  flag,
  html,
  id,
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
  url,
} from './reader.ts'
import { imageCopies, locale, type readSearch, status } from './search.ts'
import { claimed, plainClaim, titled } from './titles.ts'

/** The slug of a section. */
export type Category = string
const category: Reader<Category> = (value, richText, lenient) =>
  oneOf(...(lenient?.sections ?? defaultSections).slugs)(value, richText)

/** Languages that the site does not have are ignored. */
const languages: Reader<Locale[]> = (value, richText, lenient) =>
  list(text)(value, richText, lenient).filter(isLocale)

export type ImageCopies = Content<typeof imageCopies>
export type Status = NonNullable<Content<typeof status>>

const named = object({ id, title: text })
const neighbour = orMissing(named)
const namedAbout = object({ id, sign: optional(text), title: plainClaim })
const chapter = object({ id: text, title: text })

/** The types of fields in responses. */
const types = {
  text,
  filled: text,
  prose,
  'filled prose': prose,
  html,
  number,
  id,
  flag,
  date,
  url,
  sign: text,
  copies: imageCopies,
  category,
  languages,
  locale,
  status,
  product: named,
  named,
  'named about': namedAbout,
  neighbour,
  chapter,
}
const manner = {
  side: 'responses',
  types,
  object,
  list,
  part: orMissing,
} satisfies Manner<typeof types, 'responses'>

const articleSummary = titled(object(readersOf(itemFields.summary, manner)))
export type ArticleSummary = Content<typeof articleSummary>

export const readRecommends = mainList(articleSummary)

const counted = object({ name: text, count })
const facet = object({ name: text, values: list(counted) })
export type Facet = Content<typeof facet>

/** `tags`, `facets`: missing where the upstream has no filters. */
const articleList = object({
  list: mainList(articleSummary),
  total: count,
  page: optional(count),
  page_size: optional(count),
  languages: optional(languages),
  tags: orMissing(list(counted)),
  facets: orMissing(list(facet)),
})
/** Some origins call the list `rows`. */
export const readArticleList: typeof articleList = (value, richText, lenient) =>
  articleList(hasRows(value) ? { ...value, list: value.rows } : value, richText, lenient)
function hasRows(value: unknown): value is { rows: unknown } {
  return isObject(value) && 'rows' in value && !('list' in value)
}
export type ArticleList = Content<typeof articleList>

const { title, summary, products } = itemFields.manual
const manual = object(readersOf({ id: itemFields.manual.id, title, summary, products }, manner))
export type ManualSummary = Content<typeof manual>

const ofItems = { ...manner, types: { ...types, summary: articleSummary, manual } }

/** Common to all sections: the upstream may send each field for any article. */
export const readArticle = titled(
  object(readersOf({ ...itemFields.summary, ...itemFields.article }, ofItems)),
)
export type Article = Content<typeof readArticle>
export type Seo = NonNullable<Article['seo']>

export const readLabels = record(prose)
export type Labels = Content<typeof readLabels>

const banner = claimed(
  object({
    id,
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

export const readAbout = claimed(object(readersOf(itemFields.about, manner)))
export type About = Content<typeof readAbout>

export const readDownload = titled(object(readersOf(itemFields.download, manner)))
export type Download = Content<typeof readDownload>

export const readManual = titled(object(readersOf(itemFields.manual, ofItems)))
export type Manual = Content<typeof readManual>

export type Search = Content<typeof readSearch>
export type SearchRow = Search['list'][number]
export type Marked = SearchRow['title']

export const readFormReceipt = object({ id: text })
