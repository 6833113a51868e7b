// The fields of items: one table, from which types, responses, front matter, openapi.yaml and the tables of the documents follow.
// The tables of the documents say what a field means.
import type { Fields, Side } from './reader.ts'

const every = {
  id: { type: 'id', required: true },
  title: { type: 'heading', required: true },
  order: { type: 'number', only: 'files' },
  draft: { type: 'flag', only: 'files' },
  published_at: { type: 'date', only: 'files' },
  expires_at: { type: 'date', only: 'files' },
  aliases: { type: 'address', list: true, only: 'files' },
  seo: {
    type: {
      title: { type: 'filled' },
      description: { type: 'filled' },
      image: { type: 'url' },
      noindex: { type: 'flag' },
    },
    else: undefined,
  },
  languages: { type: 'languages', only: 'responses' },
  noindex_in: { type: 'languages', only: 'responses' },
  status: { type: 'status', only: 'responses' },
} as const satisfies Fields

const language = { type: 'locale', else: undefined } as const
const spec = {
  name: { type: 'filled prose', required: true },
  value: { type: 'prose', required: true },
} as const satisfies Fields
const body = { type: 'html', required: true, only: 'responses' } as const

const file = {
  name: { type: 'filled prose', required: true },
  description: { type: 'prose' },
  version: { type: 'text' },
  published_at: { type: 'date' },
  approval: { type: 'filled prose' },
  language,
  url: { type: 'url', required: true },
  size: { type: 'number' },
  sha256: { type: 'text' },
} as const satisfies Fields
const attachment = { name: file.name, language, url: file.url, size: file.size } as const

/** Copies of one image in other sizes, for `srcset`. */
export const imageCopy = {
  url: { type: 'url', required: true },
  width: { type: 'number', required: true },
  height: { type: 'number', required: 'files' },
} as const satisfies Fields
export const named = {
  id: { type: 'id', required: true },
  title: { type: 'text', required: true },
} as const satisfies Fields
export const namedAbout = {
  id: { type: 'id', required: true },
  sign: { type: 'text' },
  title: { type: 'plain claim', required: true },
} as const satisfies Fields
export const chapter = {
  id: { type: 'text', required: true },
  title: { type: 'text', required: true },
} as const satisfies Fields

const { seo, id, noindex_in, ...everyInLists } = every

export const itemFields = {
  /** Fields of an article, also in lists. */
  summary: {
    // In this order: errors name the first field that is wrong.
    id,
    category: { type: 'category', required: true, only: 'responses' },
    ...everyInLists,
    published_at: { type: 'date', required: ['news'] },
    summary: { type: 'prose' },
    cover: { type: 'url' },
    cover_alt: { type: 'text' },
    cover_sizes: { type: 'copies' },
    cover_focus: { type: 'text' },
    updated_at: { type: 'date' },
    tags: { type: 'filled', list: true },
    family: { type: 'filled', kinds: ['product'] },
    sign: { type: 'sign' },
  },
  /** Fields of an article beyond its summary. */
  article: {
    seo,
    noindex_in,
    body,
    parent: { type: 'id', only: 'files' },
    parent_id: { type: 'id', only: 'responses' },
    listed: { type: 'flag', only: 'files' },
    facets: {
      type: { name: { type: 'filled', required: true }, values: { type: 'filled', list: true } },
      list: 'map',
      kinds: ['product'],
    },
    author: { type: 'text' },
    specs: { type: spec, list: true },
    highlights: { type: 'filled prose', list: true, kinds: ['product'] },
    variants: {
      type: {
        code: { type: 'filled', required: true },
        size: { type: 'prose' },
        attributes: { type: spec, list: true },
      },
      list: true,
      kinds: ['product'],
    },
    references: {
      type: {
        name: { type: 'filled prose', required: true },
        place: { type: 'prose' },
        since: { type: 'text' },
        text: { type: 'prose' },
      },
      list: true,
      kinds: ['product'],
    },
    gallery: {
      type: { url: { type: 'url', required: true }, alt: { type: 'text' }, sizes: { type: 'copies' } },
      list: true,
    },
    attachments: { type: attachment, list: true },
    items: { type: 'summary', list: true, only: 'responses' },
    documents: { type: file, list: true, only: 'responses' },
    manuals: { type: 'manual', list: true, only: 'responses' },
    prev: { type: 'neighbour', else: undefined, only: 'responses' },
    next: { type: 'neighbour', else: undefined, only: 'responses' },
  },
  about: {
    ...every,
    title: { type: 'claim', required: true },
    sign: { type: 'sign' },
    cover: { type: 'url' },
    cover_focus: { type: 'text' },
    summary: { type: 'prose' },
    facts: { type: spec, list: true },
    body,
    siblings: { type: 'named about', list: true, only: 'responses' },
  },
  download: {
    ...every,
    description: { type: 'prose' },
    categories: { type: 'named', list: true, only: 'responses' },
    items: {
      type: { id: { type: 'id', required: true }, ...file, products: { type: 'product', list: true } },
      list: true,
    },
  },
  manual: {
    ...every,
    summary: { type: 'prose' },
    version: { type: 'text' },
    updated_at: { type: 'date' },
    products: { type: 'product', list: true },
    attachments: { type: attachment, list: true },
    body,
    chapters: { type: 'chapter', list: true, only: 'responses' },
    siblings: { type: 'manual', list: true, only: 'responses' },
  },
} as const satisfies Record<string, Fields>

const { summary, version, updated_at, products } = itemFields.manual
/** A manual in lists. */
export const manualSummary = {
  id,
  title: named.title,
  summary,
  version,
  updated_at,
  products,
} as const satisfies Fields

type SentName<F> = { [K in keyof F]: F[K] extends { only: Side } ? never : K }[keyof F]

/** The fields that a response has as the content file has them. */
export function sentNames<F extends Fields>(fields: F): SentName<F>[] {
  return Object.keys(fields).filter((name) => fields[name]!.only === undefined) as SentName<F>[]
}
