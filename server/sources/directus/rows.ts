// Rows of Directus as entries: the attributes of one language, related rows without their junctions, files with addresses.
import { copyWidths } from '../../../shared/image.ts'
import { isLocale } from '../../../shared/locale.ts'
import { isObject, type Json, numberFrom, objectsOf, textFrom } from '../systems/values.ts'
import {
  type Collection,
  type Collections,
  type Field,
  filesCollection,
  isPartName,
  translationsOf,
} from './schema.ts'

/** Rows in rows; deeper ones are not requested. */
const deepest = 4

export function entryOf(row: Json, collection: Collection, collections: Collections, code: string): Json {
  const context = { collections, code }
  const [name, field] = translationsOf(collection.fields) ?? []
  const all = objectsOf(name === undefined ? undefined : row[name])
  const codeOf = (one: Json) => textFrom(one[field?.via ?? ''])
  const own = all.find((one) => codeOf(one) === code)
  const { documentId: _, ...words } = own && field ? rowOf(own, collections.get(field.to), context, 0) : {}
  const rest = Object.entries(row).filter(([one]) => one !== name)
  return {
    ...rowOf(Object.fromEntries(rest), collection, context, 0),
    ...(field && wordsOf(words, field)),
    localizations: all.map((one) => ({ locale: codeOf(one) })),
  }
}

/** `code`: of the language. */
type Context = { collections: Collections; code: string }

function rowOf(row: Json, collection: Collection | undefined, context: Context, depth: number): Json {
  if (!collection || depth > deepest) return row
  if (collection.name === filesCollection) return fileOf(row)
  const parts = Object.entries(row).map(([name, value]) => {
    const field = collection.fields.get(name)
    const related = (one: unknown) => relatedTo(one, field, context, depth)
    return [name, Array.isArray(value) ? value.map(related) : related(value)] as const
  })
  return { ...Object.fromEntries(parts), documentId: textFrom(row[collection.key]) }
}

/** What a junction leads to. */
function relatedTo(value: unknown, field: Field | undefined, context: Context, depth: number): unknown {
  if (!field || field.kind === 'value') return isSeo(value) ? withImage(value) : value
  if (!isObject(value)) return field.kind === 'file' && textFrom(value) ? fileOf({ id: value }) : value
  if (field.kind === 'translations')
    return value[field.via] === context.code ? wordsOf(value, field) : undefined
  const inner = field.via ? value[field.via] : value
  if (!isObject(inner)) return undefined
  const { collections } = context
  const to = field.kind === 'any' ? (textFrom(value['collection']) ?? '') : field.to
  const { documentId, ...row } = rowOf(inner, collections.get(to), context, depth + 1)
  // Rows that only this item has are parts of it, and no entries of their own.
  return field.kind === 'any' || field.kind === 'list' || isPartName(field.to) ? row : { ...row, documentId }
}

/** The value of the interface for SEO fields, which has the id of a file. */
function isSeo(value: unknown): value is Json {
  return isObject(value) && 'no_index' in value && typeof value['og_image'] === 'string'
}

function withImage(value: Json): Json {
  return { ...value, og_image: fileOf({ id: value['og_image'] }) }
}

/** The words of a translation, without its key and its language. */
function wordsOf(row: Json, { via }: Field): Json {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== via && name !== 'id'))
}

const raster = /^image\/(?:jpeg|png|webp|avif|tiff)$/

export function fileOf(file: Json): Json {
  const id = textFrom(file['id']) ?? ''
  const name = textFrom(file['filename_download']) ?? ''
  const url = `/assets/${encodeURIComponent(id)}${name ? `/${encodeURIComponent(name)}` : ''}`
  const [width, height, bytes] = [file['width'], file['height'], file['filesize']].map(numberFrom)
  const mime = textFrom(file['type']) ?? ''
  const copies = width && height && raster.test(mime) ? copyWidths.filter((one) => one < width) : []
  return {
    url,
    mime,
    width,
    height,
    documentId: id,
    name: name || textFrom(file['title']),
    alternativeText: textFrom(file['description']) ?? textFrom(file['title']),
    size: bytes === undefined ? undefined : bytes / 1000,
    updatedAt: file['modified_on'] ?? file['uploaded_on'],
    formats: Object.fromEntries(
      copies.map((one) => [
        `w${one}`,
        { url: `${url}?width=${one}`, width: one, height: Math.round((one * height!) / width!) },
      ]),
    ),
  }
}

/** The language of a code like `zh-CN`. */
export function languageOf(code: string): 'zh' | 'en' | undefined {
  const language = code.split(/[-_]/)[0]?.toLowerCase()
  return isLocale(language) ? language : undefined
}
