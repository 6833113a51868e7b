// Front matter of each kind of content file, as README.md describes it.

import type { Content, Reader } from '../../../shared/content/reader.ts'
import { flag, list, number, oneOf, optional, text } from '../../../shared/content/reader.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import { distinct, facets, filled, front, id, moment, object, safeUrl, sign } from './fields.ts'

/** `format`: of the text, instead of Markdown; see html-text.ts. `source`: where the item has been pulled from. */
const common = {
  format: optional(oneOf('html')),
  source: optional(text),
  draft: optional(flag),
  published_at: optional(moment),
  expires_at: optional(moment),
  seo: optional(
    object({
      title: optional(filled),
      description: optional(filled),
      image: optional(safeUrl),
      noindex: optional(flag),
    }),
  ),
}

/** In bytes, of a file that is not in the folder. */
const size = optional(number)
const attachments = list(object({ name: filled, url: safeUrl, size }))
/** Copies of a picture that is not in the folder. */
const copies = optional(list(object({ url: safeUrl, width: number, height: number })))
/** Ids of the products that a file or manual belongs to. */
const products = list(id)

const articleFields = {
  id,
  title: filled,
  summary: optional(text),
  cover: optional(safeUrl),
  cover_alt: optional(text),
  cover_sizes: copies,
  updated_at: optional(moment),
  tags: list(filled),
  sign: optional(sign),
  parent: optional(id),
  order: optional(number),
  listed: optional(flag),
  ...common,
  author: optional(text),
  specs: list(object({ name: filled, value: text })),
  gallery: list(object({ url: safeUrl, alt: optional(text), sizes: copies })),
  attachments,
}
const readArticleFront = front(articleFields)
/** `family`, `facets`: of products. */
export type ArticleFront = Content<typeof readArticleFront> & {
  family?: string | undefined
  facets?: Content<typeof facets> | undefined
}

/** Fields that only sections of one kind have are served as they are written. */
export const articleReaders: Record<SectionKind, Reader<ArticleFront>> = {
  news: front({ ...articleFields, published_at: moment }),
  product: front({
    ...articleFields,
    family: optional(filled),
    facets: optional(facets),
  }),
  article: readArticleFront,
}

export const readAboutFront = front({
  id,
  title: filled,
  sign: optional(sign),
  cover: optional(safeUrl),
  order: optional(number),
  ...common,
})
export type AboutFront = Content<typeof readAboutFront>

export const readDownloadFront = front({
  id,
  title: filled,
  description: optional(text),
  order: optional(number),
  ...common,
  items: distinct(
    object({
      id,
      name: filled,
      description: optional(text),
      version: optional(text),
      published_at: optional(moment),
      url: safeUrl,
      size,
      sha256: optional(text),
      products,
    }),
  ),
})
export type DownloadFront = Content<typeof readDownloadFront>

export const readManualFront = front({
  id,
  title: filled,
  summary: optional(text),
  order: optional(number),
  ...common,
  products,
  attachments,
})
export type ManualFront = Content<typeof readManualFront>
