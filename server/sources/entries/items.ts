// Entries of a content system as items of the contract.
import { defaultTimeZone } from '../../../shared/constants.ts'
import type { Attachment } from '../../../shared/content/content.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { isPageKind } from '../../../shared/sections.ts'
import { createWithOffset } from '../../base/time-zone.ts'
import { type Placed, placedTerms, type Term } from '../systems/category-tree.ts'
import type { Note } from '../systems/noticed.ts'
import { productParts } from '../systems/product-parts.ts'
import { seoFrom } from '../systems/seo.ts'
import type { SourceContext } from '../systems/source.ts'
import {
  addressesFrom,
  dateFrom,
  isObject,
  type Json,
  nameIn,
  numberFrom,
  objectOf,
  objectsOf,
  signFrom,
  specsFrom,
  textFrom,
  textsFrom,
  urlFrom,
  valueAt,
} from '../systems/values.ts'
import { type EntrySource, type FieldName, imageCopies } from './entries.ts'
import { createRichText } from './rich-text.ts'

export type Items = ReturnType<typeof createItems>
type OfSource = Pick<EntrySource, 'kind' | 'fields'>

/** The value of the attribute in which a field is. */
export function fieldValue(entry: Json, { fields }: OfSource, name: FieldName): unknown {
  const path = fields[name]
  return path === undefined ? undefined : valueAt(entry, path)
}

export const signOf = (entry: Json, source: OfSource) => signFrom(fieldValue(entry, source, 'sign'))

export function createItems({ addresses, map }: Pick<SourceContext, 'addresses' | 'map'>) {
  const withOffset = createWithOffset(map.site?.time_zone ?? defaultTimeZone)
  const dateOf = (value: unknown) => dateFrom(value, withOffset)
  const richText = createRichText()
  const { coverFrom, galleryFrom } = createImages(addresses)
  const filesFrom = createFiles(addresses, dateOf)

  const summary = (entry: Json, source: EntrySource, id: number, locale: Locale) => ({
    id,
    ...(!isPageKind(source.kind) && { category: source.kind }),
    title: textFrom(fieldValue(entry, source, 'title')) ?? '',
    summary: textFrom(fieldValue(entry, source, 'summary')),
    ...coverFrom(fieldValue(entry, source, 'cover'), locale),
    published_at: dateOf(fieldValue(entry, source, 'published_at') ?? entry['publishedAt']),
    updated_at: dateOf(fieldValue(entry, source, 'updated_at')),
    sign: signOf(entry, source),
  })

  const filesOf = (entry: Json, source: OfSource, locale: Locale) =>
    filesFrom(fieldValue(entry, source, 'files'), locale)

  return {
    summary,
    filesOf,
    placed: createPlaced(map),
    /** Only the map names fields of dates. */
    date: (entry: Json, source: OfSource, name: 'published_at' | 'expires_at') =>
      map.fields?.[source.kind]?.[name] === undefined ? undefined : dateOf(fieldValue(entry, source, name)),
    aliases: (entry: Json, source: OfSource) => addressesFrom(fieldValue(entry, source, 'aliases')),
    seo: (entry: Json, source: OfSource, locale: Locale) =>
      seoFrom(fieldValue(entry, source, 'seo'), {
        title: textFrom(fieldValue(entry, source, 'title')) ?? '',
        media: (url) => addresses.media(url, locale),
      }),
    facts: (entry: Json, source: OfSource) => specsFrom(fieldValue(entry, source, 'facts')),
    body: (entry: Json, source: OfSource, note: Note): string =>
      richText(fieldValue(entry, source, 'body'), source.fields.body ?? 'body', note),
    /** The fields of an article beyond those of its summary, without its body. */
    articleFields: (entry: Json, source: OfSource, locale: Locale) => ({
      specs: specsFrom(fieldValue(entry, source, 'specs')),
      ...productParts(map.sections.kindOf(source.kind), (name) => fieldValue(entry, source, name)),
      gallery: galleryFrom(fieldValue(entry, source, 'gallery'), locale),
      attachments: filesOf(entry, source, locale).map(attachmentOf),
    }),
  }
}

/** The tags and facets of an entry. The categories of products in trees are facets. */
function createPlaced(map: SourceContext['map']) {
  const sections = sectionsIn(map)
  const slugOf = (one: unknown) => textFrom(isObject(one) ? (one['slug'] ?? nameIn(one)) : one)

  return (entry: Json, source: OfSource): Placed => {
    const tags = textsFrom(listed(fieldValue(entry, source, 'tags')))
    const given = listed(fieldValue(entry, source, 'categories'))
    const all: unknown[] = Array.isArray(given) ? given : textsFrom(given)
    const shown = all.filter((one) => !sections.has(slugOf(one)))
    const terms = objectsOf(shown).flatMap(termOf)
    const inTrees =
      map.sections.kindOf(source.kind) === 'product'
        ? placedTerms(terms)
        : { tags: terms.map(({ name }) => name), facets: undefined }
    const plain = textsFrom(shown.filter((one) => !isObject(one)))
    return { ...inTrees, tags: [...new Set([...tags, ...plain, ...inTrees.tags])] }
  }
}

type ItemAddresses = Pick<SourceContext['addresses'], 'media'>

function createImages(addresses: ItemAddresses) {
  const sizesOf = (media: Json, locale: Locale) =>
    imageCopies(media).map((size) => ({ ...size, url: addresses.media(size.url, locale) }))

  function coverFrom(value: unknown, locale: Locale) {
    const [first] = [value].flat()
    const media = isObject(first) ? fileIn(first) : first
    const url = urlFrom(media)
    if (!url) return {}
    return {
      cover: addresses.media(url, locale),
      cover_alt: textFrom(objectOf(media)['alternativeText']),
      cover_sizes: sizesOf(objectOf(media), locale),
    }
  }

  const galleryFrom = (value: unknown, locale: Locale) =>
    listOf(value).flatMap((one) => {
      const image = fileIn(one)
      const url = urlFrom(image)
      const alt = textFrom(one['alt'] ?? one['caption'] ?? image['alternativeText'])
      return url ? [{ url: addresses.media(url, locale), alt, sizes: sizesOf(image, locale) }] : []
    })

  return { coverFrom, galleryFrom }
}

const attachmentOf = ({ name, language, url, size }: Attachment): Attachment => ({
  name,
  language,
  url,
  size,
})

/** Files of an attribute: a file, several, or components with a file each. */
function createFiles(addresses: ItemAddresses, dateOf: (value: unknown) => string | undefined) {
  return (value: unknown, locale: Locale) =>
    listOf(value).flatMap((one, index) => {
      const file = fileIn(one)
      const url = urlFrom(file)
      if (!url) return []
      const own = file === one ? {} : one
      const kilobytes = numberFrom(file['size'])
      return [
        {
          id: numberFrom(one['id']) ?? index + 1,
          name: textFrom(own['name'] ?? own['title']) ?? textFrom(file['name']) ?? '',
          url: addresses.media(url, locale),
          description: textFrom(own['description']) ?? textFrom(file['caption']),
          version: textFrom(own['version']),
          approval: textFrom(own['approval']),
          language: isLocale(own['language']) ? own['language'] : undefined,
          size: kilobytes === undefined ? undefined : Math.round(kilobytes * 1000),
          published_at: dateOf(own['published_at'] ?? own['date'] ?? file['updatedAt']),
          sha256: textFrom(own['sha256']),
        },
      ]
    })
}

/** Names of categories that select the items of a kind. */
function sectionsIn({ types }: SourceContext['map']): ReadonlySet<unknown> {
  return new Set(
    Object.values(types ?? {}).flatMap((source) =>
      source && source !== 'none' ? (source.category ?? []) : [],
    ),
  )
}

/** Terms above a term. */
const deepestTerm = 4

function termOf(one: Json): Term[] {
  const above = (parent: unknown, depth: number): string[] => {
    const name = isObject(parent) && depth < deepestTerm ? termName(parent) : undefined
    return name === undefined ? [] : [name, ...above(objectOf(parent)['parent'], depth + 1)]
  }
  const name = termName(one)
  return name === undefined ? [] : [{ name, above: above(one['parent'], 0) }]
}

/** The name of a term, which may be in the row of a translation. */
function termName(one: Json): string | undefined {
  const [words] = objectsOf(one['translations'])
  return textFrom(one['name'] ?? one['title'] ?? words?.['name'] ?? words?.['title'])
}

/** A list of what may be one object. */
function listed(value: unknown): unknown {
  return isObject(value) ? [value] : value
}

export function listOf(value: unknown): Json[] {
  return objectsOf(listed(value))
}

/** A file, or the file in a component. */
function fileIn(one: Json): Json {
  if (typeof one['mime'] === 'string') return one
  return objectsOf(Object.values(one)).find(({ mime }) => typeof mime === 'string') ?? one
}
