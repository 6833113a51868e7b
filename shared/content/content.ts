// Content types of the origin, derived from their readers.
import { categories } from '../constants.ts'
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
  type Reader,
  record,
  text,
  url,
  variant,
} from './reader.ts'

export type Category = (typeof categories)[number]

const localized = object({ zh: text, en: text })
export type Localized = Content<typeof localized>

const siteBase = object({
  title: text,
  name: optional(text),
  short_name: optional(text),
  description: optional(text),
  keywords: optional(text),
  company: optional(text),
  slogan: optional(text),
  logo: optional(url),
  logo_dark: optional(url),
  phone: optional(text),
  email: optional(text),
  address: optional(text),
  hours: optional(text),
  icp: optional(text),
  copyright: optional(text),
  reply: optional(text),
})
export type SiteBase = Content<typeof siteBase>

/** `#rrggbb`. Anything else reads as ''. */
const colour: Reader<string> = (value, richText) => {
  const found = text(value, richText).toLowerCase()
  return /^#[0-9a-f]{6}$/.test(found) ? found : ''
}
const colours = optional(object({ light: optional(colour), dark: optional(colour) }))
const brand = object({
  mark: optional(url),
  colours: optional(
    object({
      ...{ brand: colours, brand_hover: colours, on_brand: colours, accent: colours, control: colours },
      ...{ theme: colours, ink: optional(colour) },
    }),
  ),
})

export const readSiteConfig = object({
  zh: siteBase,
  en: optional(siteBase),
  site_url: optional(text),
  founded: optional(text),
  social: list(object({ name: text, url })),
  brand: orMissing(optional(brand)),
})
export type SiteConfig = Content<typeof readSiteConfig>

export type MenuNode = {
  id: number
  title: Localized
  path: string
  external: boolean | undefined
  children: MenuNode[]
}
const readMenuNode: Reader<MenuNode> = (value, richText, lenient) =>
  object({
    id: number,
    title: localized,
    path: url,
    external: optional(flag),
    children: list(readMenuNode),
  })(value, richText, lenient)
export const readMenu = mainList(readMenuNode)

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
  summary: optional(text),
  cover: optional(url),
  cover_alt: optional(text),
  cover_sizes: optional(imageCopies),
  published_at: optional(date),
  updated_at: optional(date),
  tags: list(text),
  sign: optional(text),
  languages: optional(languages),
  status,
}
const articleSummary = object(summaryFields)
export type ArticleSummary = Content<typeof articleSummary>

export const readArticleSummaries = mainList(articleSummary)

export const readArticleList = object({
  list: mainList(articleSummary),
  total: count,
  page: optional(count),
  page_size: optional(count),
})
export type ArticleList = Content<typeof readArticleList>

const attachment = object({ name: text, url, size: optional(number) })
export type Attachment = Content<typeof attachment>

const neighbour = optional(object({ id: number, title: text }))

/** Common to all categories: the origin may send each field for any article. */
const articleFields = {
  ...summaryFields,
  body: html,
  parent_id: optional(number),
  author: optional(text),
  items: list(articleSummary),
  specs: list(object({ name: text, value: text })),
  gallery: list(object({ url, alt: optional(text) })),
  attachments: list(attachment),
  prev: neighbour,
  next: neighbour,
}
const articles = {
  news: object({ ...articleFields, category: oneOf('news') }),
  product: object({
    ...articleFields,
    category: oneOf('product'),
  }),
  service: object({ ...articleFields, category: oneOf('service') }),
  solution: object({ ...articleFields, category: oneOf('solution') }),
} satisfies Record<Category, Reader<unknown>>
export type News = Content<typeof articles.news>
export type Product = Content<typeof articles.product>
export type Service = Content<typeof articles.service>

export const readArticle = variant('category', articles, articleFields)
export type Article = Content<typeof readArticle>

export const readLabels = record(text)
export type Labels = Content<typeof readLabels>

const banner = object({
  id: number,
  image: optional(url),
  image_mobile: optional(url),
  alt: optional(text),
  title: text,
  subtitle: optional(text),
  link: optional(url),
  link_text: optional(text),
})
export type Banner = Content<typeof banner>
export const readBanners = mainList(banner)

export const readAbout = object({
  id: number,
  sign: optional(text),
  title: text,
  body: html,
  cover: optional(url),
  siblings: list(object({ id: number, sign: optional(text), title: text })),
  languages: optional(languages),
  status,
})
export type About = Content<typeof readAbout>

export const readDownload = object({
  id: number,
  title: text,
  description: optional(text),
  categories: list(object({ id: number, title: text })),
  items: list(
    object({
      id: number,
      name: text,
      description: optional(text),
      version: optional(text),
      size: optional(number),
      published_at: optional(date),
      url,
      sha256: optional(text),
    }),
  ),
  languages: optional(languages),
  status,
})
export type Download = Content<typeof readDownload>

export const readManual = object({
  id: number,
  title: text,
  body: html,
  chapters: list(object({ id: text, title: text })),
  attachments: list(attachment),
  languages: optional(languages),
  status,
})
export type Manual = Content<typeof readManual>

export const readFormReceipt = object({ id: text })
export type FormReceipt = Content<typeof readFormReceipt>
