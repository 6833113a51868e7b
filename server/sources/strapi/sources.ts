// Where each kind of item is in Strapi, and which attributes its type has: by the map, else by the usual names.
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { originError } from '../../base/origin-error.ts'
import { createTypeSources, type Entries, entrySource, type Shape, treeNames } from '../entries/entries.ts'
import { itemKinds } from '../systems/api-map.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { isObject, type Json, objectsOf, textFrom } from '../systems/values.ts'
import { filterQuery, type Strapi } from './client.ts'
import { treeQuery } from './fields.ts'

/** Names of a collection type, or of a single type; the first that has entries. */
const usualTypes: Record<string, readonly string[]> = {
  news: ['articles', 'news', 'posts', 'news-items', 'blogs'],
  about: ['abouts', 'about-pages', 'pages', 'about'],
}

/** Reads a sample of a type, to see what kinds of values its attributes have; new entries are complete, and translated first. */
const sampleQuery = { 'pagination[pageSize]': 5, 'sort[0]': 'updatedAt:desc' }

export type StrapiSources = ReturnType<typeof createSources>

export function createSources(strapi: Strapi, { map, memos }: Pick<SourceContext, 'map' | 'memos'>) {
  const { shapeOf, codes, withEntries } = createShapes(strapi, memos)

  async function shapeIn(system: System, types: readonly string[]): Promise<Shape | undefined> {
    let closed: string | undefined
    // One after the other: most systems have the first.
    for (const type of types) {
      const shape = await shapeOf(system, type)
      if (shape !== undefined && shape !== 'forbidden') return shape
      if (shape === 'forbidden') closed ??= type
    }
    if (closed !== undefined) throw forbidden(closed)
    return undefined
  }

  const sources = createTypeSources(map, {
    usualTypes,
    codeOf: (locale) => codes.get(locale) ?? locale,
    async find(system, kind, types) {
      const shape = await shapeIn(system, types)
      return shape && entrySource(kind, shape, map, filterQuery, (selection) => pathOf(shape, selection))
    },
  })

  return {
    ...sources,
    /** Reads entries until `code` knows the codes of both languages. */
    async learn(system: System): Promise<void> {
      const isKnown = (locale: Locale) => codes.has(locale) || map.languages?.[locale]?.code !== undefined
      for (const kind of itemKinds(map))
        if (!isKnown('zh') || !isKnown('en')) await sources.sourcesOf(system, [kind])
    },
    withEntries: () => new Set(withEntries),
  }
}

/** Which types there are, what their entries have, and the codes of languages in them. */
function createShapes(strapi: Strapi, memos: SourceContext['memos']) {
  const known = memos.create<Shape | 'forbidden' | undefined>()
  const codes = new Map<Locale, string>()
  const withEntries = new Set<string>()

  function learnCodes(entries: Json[]): void {
    for (const { locale } of entries) {
      const language = /^(zh|en)(?:-|$)/i.exec(String(locale))?.[1]?.toLowerCase()
      if (isLocale(language) && !codes.has(language)) codes.set(language, String(locale))
    }
  }

  /** Undefined where there is no such type, or no entry in it. */
  const shapeOf = (system: System, type: string) =>
    known(type, async () => {
      const shape = await readShape(system, type)
      if (shape === undefined) withEntries.delete(type)
      else withEntries.add(type)
      return shape
    })

  async function readShape(system: System, type: string): Promise<Shape | 'forbidden' | undefined> {
    const plain = await strapi.probe(system, type, { ...sampleQuery, locale: '*' })
    if (plain === undefined || plain === 'forbidden') return plain
    const locale = textFrom(plain.entries[0]?.['locale'])
    const whole = await strapi.probe(system, type, { ...sampleQuery, locale, populate: '*' })
    if (whole === undefined || whole === 'forbidden' || !plain.entries[0]) return undefined
    // With `*` an entry does not name its other languages.
    learnCodes([...plain.entries, ...whole.entries.flatMap(({ localizations }) => objectsOf(localizations))])
    const shape = shapeFrom(type, plain, whole)
    return { ...shape, sample: whole.entries, trees: await treesIn(system, shape) }
  }

  /** Categories that have a `parent`; without one the attribute is an error for Strapi. */
  async function treesIn(system: System, { type, parts }: Shape): Promise<ReadonlySet<string>> {
    const names = treeNames.filter((name) => parts.get(name) === 'relation')
    const trees: string[] = []
    for (const name of names)
      if (await strapi.knows(system, type, { 'pagination[pageSize]': 1, ...treeQuery(name) }))
        trees.push(name)
    return new Set(trees)
  }

  return {
    shapeOf,
    codes: codes as ReadonlyMap<Locale, string>,
    withEntries: withEntries as ReadonlySet<string>,
  }
}

function forbidden(type: string): Error {
  return originError(
    'network',
    new Error(`strapi /api/${type}: expected access (API_TOKEN), got status 403`),
    403,
  )
}

const always = ['id', 'documentId', 'localizations']

function shapeFrom(type: string, plain: Entries, whole: Entries): Shape {
  const values = new Set(plain.entries.flatMap(Object.keys).filter((name) => !always.includes(name)))
  const names = [...new Set(whole.entries.flatMap(Object.keys))]
  const parts = names.filter((name) => !values.has(name) && !always.includes(name))
  return {
    type,
    isSingle: plain.isSingle,
    values,
    isLocalized: plain.entries.some(({ locale }) => typeof locale === 'string'),
    parts: new Map(parts.map((name) => [name, partKind(whole.entries, name)] as const)),
  }
}

function partKind(entries: Json[], name: string): 'media' | 'relation' | 'component' | 'unknown' {
  const one = entries.flatMap((entry) => entry[name]).find(isObject)
  if (!one) return 'unknown'
  if (typeof one['mime'] === 'string') return 'media'
  return one['documentId'] === undefined ? 'component' : 'relation'
}

const selecting = { category: ['category', 'categories'], parent: ['parent'] }

/** A relation by the slug of its target; an enumeration or text by its value. */
function pathOf({ parts }: Shape, selection: keyof typeof selecting): string {
  const relation = selecting[selection].find((one) => parts.has(one))
  return relation === undefined ? selection : `${relation}.slug`
}
