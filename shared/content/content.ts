// Content of the responses of an upstream: the tables of the calls, their readers, and the types that follow.
import { isRecord } from '../is-record.ts'
import { imageCopy, itemFields, type manualSummary } from './fields.ts'
import type { Content, Fields, Reader } from './reader.ts'
import type { SiteConfig } from './site.ts'
import { bannerFields, configFields } from './site-fields.ts'
import { type ContentOf, readerOf } from './values.ts'

/** The slug of a section. */
export type Category = string
export type ImageCopies = ContentOf<typeof imageCopy, 'responses'>[]

const required = true
const text = { type: 'text', required } as const
const count = { type: 'count', required } as const

export type ArticleSummary = ContentOf<typeof itemFields.summary, 'responses'>
export const readRecommends = readerOf({ type: 'summary', list: 'main' })

const counted = { name: text, count } as const satisfies Fields
const facet = { name: text, values: { type: counted, list: true } } as const satisfies Fields
export type Facet = ContentOf<typeof facet, 'responses'>

/** `tags`, `facets`: missing where the upstream has no filters. */
const articleList = readerOf({
  type: {
    list: { type: 'summary', list: 'main' },
    total: count,
    page: { type: 'count' },
    page_size: { type: 'count' },
    languages: { type: 'languages' },
    tags: { type: counted, list: true, else: undefined },
    facets: { type: facet, list: true, else: undefined },
  },
})
export type ArticleList = Content<typeof articleList>
/** Some upstreams call the list `rows`. */
export const readArticleList: typeof articleList = (value, ...others) =>
  articleList(
    isRecord(value) && 'rows' in value && !('list' in value) ? { ...value, list: value['rows'] } : value,
    ...others,
  )

export type ManualSummary = ContentOf<typeof manualSummary, 'responses'>

/** Common to all sections: the upstream may send each field for any article. */
export const readArticle = readerOf({ type: { ...itemFields.summary, ...itemFields.article } })
export type Article = Content<typeof readArticle>
export type Seo = NonNullable<Article['seo']>
export type Status = NonNullable<Article['status']>

export const readLabels = readerOf({ type: 'prose', record: true })
export type Labels = Content<typeof readLabels>

export const readBanners = readerOf({ type: { id: { type: 'id', required }, ...bannerFields }, list: 'main' })
export type Banner = Content<typeof readBanners>[number]

export const readAbout = readerOf({ type: itemFields.about })
export type About = Content<typeof readAbout>

export const readDownload = readerOf({ type: itemFields.download })
export type Download = Content<typeof readDownload>

export const readManual = readerOf({ type: itemFields.manual })
export type Manual = Content<typeof readManual>

const { name, language, url, size } = itemFields.manual.attachments.type
/** Plain text in pieces; `mark`: a word of the query. */
const marked = { type: { text, mark: { type: 'flag' } }, list: true } as const
const searchRow = {
  kind: { type: 'search kind', required },
  id: { type: 'id', required },
  parent_id: { type: 'id' },
  sign: { type: 'text' },
  title: marked,
  text: marked,
  within: { type: 'text' },
  chapter: { type: 'text' },
  fragment: { type: 'text' },
  file: { type: { name, language, url, size } },
  cover: { type: 'url' },
  cover_sizes: { type: imageCopy, list: true },
  published_at: { type: 'date' },
  status: { type: 'status' },
} as const satisfies Fields
export const readSearch = readerOf({
  type: {
    list: { type: searchRow, list: 'main' },
    total: count,
    counts: { type: 'count', record: true },
    corrected: { type: 'text' },
    partial: { type: 'flag' },
    terms: { type: 'text', list: true },
  },
})
export type Search = Content<typeof readSearch>
export type SearchRow = Search['list'][number]
export type Marked = SearchRow['title']

const siteConfig = readerOf({ type: configFields })
/** A site in English only has no Chinese part; what falls back to it finds the English one. */
export const readSiteConfig: Reader<SiteConfig> = (value, ...others) => {
  const isEnglish = isRecord(value) && Array.isArray(value['languages']) && value['languages'].join() === 'en'
  return siteConfig(isEnglish ? { ...value, zh: value['en'] } : value, ...others)
}
export const readMenu = readerOf({ type: 'menu node', list: 'main' })

export const readSectionList = readerOf({ type: 'sections' })

export const readFormReceipt = readerOf({ type: { id: text } })
