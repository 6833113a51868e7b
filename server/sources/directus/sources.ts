// Where each kind of item is in Directus, and which fields its collection has: by the map, else by the usual names.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { createTypeSources, entrySource, mostItems, type Shape, type Sources } from '../entries/entries.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Client, condition, nested } from './client.ts'
import { languageOf } from './rows.ts'
import { type Collection, type Collections, type Field, type Schema, translationsOf } from './schema.ts'

/** The first that exists. */
const usualTypes: Record<string, readonly string[]> = {
  news: ['news', 'articles', 'posts', 'blog', 'news_items'],
  about: ['about', 'pages', 'about_pages'],
}
const usualCodes: Record<Locale, string> = { zh: 'zh-CN', en: 'en-US' }

export type DirectusSources = Sources & { learn: (system: System) => Promise<void> }

export function createSources(
  client: Client,
  schema: Schema,
  { map, memos }: Pick<SourceContext, 'map' | 'memos'>,
): DirectusSources {
  const learned = memos.create<void>()
  const codes = new Map<Locale, string>()

  /** The codes of the collection to which translations lead. */
  async function readCodes(system: System): Promise<void> {
    const collections = await schema.all(system)
    const [translations] = [...collections.values()].flatMap(
      ({ fields }) => translationsOf(fields)?.[1] ?? [],
    )
    const languages = collections.get(
      collections.get(translations?.to ?? '')?.fields.get(translations?.via ?? '')?.to ?? '',
    )
    if (!languages?.isRead) return
    const query = { fields: languages.key, limit: mostItems }
    const { entries } = await client.list(system, languages.name, '', query)
    for (const { documentId } of entries) {
      const language = languageOf(String(documentId))
      // Where a language has several codes, such as `en-GB` and `en-US`, the usual one counts.
      const isUsual = language && documentId === usualCodes[language]
      if (language && (isUsual || !codes.has(language))) codes.set(language, String(documentId))
    }
  }

  const learn = (system: System) => learned('', () => readCodes(system))
  const sources = createTypeSources(map, {
    usualTypes,
    codeOf: (locale) => codes.get(locale) ?? usualCodes[locale],
    async find(system, kind, types) {
      await learn(system)
      const collections = await schema.all(system)
      const collection = types.map((name) => collections.get(name)).find((one) => one?.isRead)
      if (!collection) return undefined
      const shape = shapeOf(collection, collections)
      return entrySource(kind, shape, map, equals, (selection) => pathOf(collection, selection))
    },
  })
  return { ...sources, learn }
}

export function shapeOf(collection: Collection, collections: Collections): Shape {
  const [name, translations] = translationsOf(collection.fields) ?? []
  const inTranslations = collections.get(translations?.to ?? '')?.fields ?? new Map<string, Field>()
  const words = [...inTranslations].filter(([one]) => one !== translations?.via && one !== 'id')
  const all = [...[...collection.fields].filter(([one]) => one !== name), ...words]
  return {
    type: collection.name,
    isSingle: collection.isSingle,
    isLocalized: translations !== undefined,
    values: new Set(all.filter(([, { kind }]) => kind === 'value').map(([one]) => one)),
    parts: new Map(
      all.filter(([, { kind }]) => kind !== 'value').map(([one, { kind }]) => [one, partKind(kind)] as const),
    ),
  }
}

function partKind(kind: Field['kind']): 'media' | 'relation' {
  return kind === 'file' || kind === 'files' ? 'media' : 'relation'
}

function equals(path: string, value: string): Query {
  return condition(nested(path, { _eq: value }))
}

const selecting = { category: ['category', 'categories', 'type'], parent: ['parent'] }

/** A relation by the slug of its target; text by its value. */
function pathOf({ fields }: Collection, selection: keyof typeof selecting): string {
  const name = selecting[selection].find((one) => fields.has(one)) ?? selection
  const { kind, via } = fields.get(name) ?? { kind: 'value', via: '' }
  return kind === 'value' ? name : [name, ...(via ? [via] : []), 'slug'].join('.')
}
