// Entries of a content system as items of the contract.
import { categories } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SourceContext } from '../systems/source.ts'
import {
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
import { type FieldName, imageCopies, type Source } from './entries.ts'
import { createRichText } from './rich-text.ts'

export type Items = ReturnType<typeof createItems>
type OfSource = Pick<Source, 'kind' | 'fields'>

export function createItems({ addresses }: Pick<SourceContext, 'addresses'>) {
  const richText = createRichText()

  const value = (entry: Json, { fields }: OfSource, name: FieldName): unknown => {
    const path = fields[name]
    return path === undefined ? undefined : valueAt(entry, path)
  }

  const sign = (entry: Json, source: OfSource) => signFrom(value(entry, source, 'sign'))

  function coverOf(entry: Json, source: OfSource, locale: Locale) {
    const [first] = [value(entry, source, 'cover')].flat()
    const media = isObject(first) ? fileIn(first) : first
    const url = urlFrom(media)
    if (!url) return {}
    return {
      cover: addresses.media(url, locale),
      cover_alt: textFrom(objectOf(media)['alternativeText']),
      cover_sizes: sizesOf(objectOf(media), locale),
    }
  }

  const sizesOf = (media: Json, locale: Locale) =>
    imageCopies(media).map((size) => ({ ...size, url: addresses.media(size.url, locale) }))

  const summary = (entry: Json, source: Source, id: number, locale: Locale) => ({
    id,
    ...(categories.some((category) => category === source.kind) && { category: source.kind }),
    title: textFrom(value(entry, source, 'title')) ?? '',
    summary: textFrom(value(entry, source, 'summary')),
    ...coverOf(entry, source, locale),
    published_at: dateFrom(value(entry, source, 'published_at') ?? entry['publishedAt']),
    updated_at: dateFrom(value(entry, source, 'updated_at')),
    tags: textsFrom(listed(value(entry, source, 'tags'))),
    sign: sign(entry, source),
  })

  /** Files of an attribute: a file, several, or components with a file each. */
  const filesOf = (entry: Json, source: OfSource, locale: Locale) =>
    listOf(value(entry, source, 'files')).flatMap((one, index) => {
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
          size: kilobytes === undefined ? undefined : Math.round(kilobytes * 1000),
          published_at: dateFrom(own['published_at'] ?? own['date'] ?? file['updatedAt']),
          sha256: textFrom(own['sha256']),
        },
      ]
    })

  return {
    ...{ value, sign, summary, filesOf },
    body: (entry: Json, source: OfSource): string => richText(value(entry, source, 'body')),
    /** The fields of an article beyond those of its summary, without its body. */
    articleFields: (entry: Json, source: OfSource, locale: Locale) => ({
      author: textFrom(nameIn(value(entry, source, 'author'))),
      specs: specsFrom(value(entry, source, 'specs')),
      gallery: listOf(value(entry, source, 'gallery')).flatMap((one) => {
        const image = fileIn(one)
        const url = urlFrom(image)
        const alt = textFrom(one['alt'] ?? one['caption'] ?? image['alternativeText'])
        return url ? [{ url: addresses.media(url, locale), alt, sizes: sizesOf(image, locale) }] : []
      }),
      attachments: filesOf(entry, source, locale).map(({ name, url, size }) => ({ name, url, size })),
    }),
  }
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
