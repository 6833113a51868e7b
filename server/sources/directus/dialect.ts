// How Directus is requested: its parameters for languages, fields, order and keys.
import { locales } from '../../../shared/constants.ts'
import type { Query } from '../../../shared/href.ts'
import { type Dialect, defaultLanguage, type EntrySource, expectKeys } from '../entries/entries.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, objectsOf } from '../systems/values.ts'
import { readActivity } from './activity.ts'
import { type Client, condition, isDraft } from './client.ts'
import { selected } from './fields.ts'
import { createOwnerOf } from './owners.ts'
import type { Collections, Schema } from './schema.ts'
import type { DirectusSources } from './sources.ts'
import { createDirectusImages } from './text-images.ts'

export function createDialect(
  client: Client,
  schema: Schema,
  sources: DirectusSources,
  context: SourceContext,
): Dialect {
  /** Functions that make parameters get sources of the schema that was read last. */
  let collections: Collections = new Map()
  const keyField = (type: string) => collections.get(type)?.key ?? 'id'

  return {
    numberKind: 'directus',
    count: 500,
    sources: {
      ...sources,
      async sourcesOf(system: System, kinds) {
        collections = await schema.all(system)
        return sources.sourcesOf(system, kinds)
      },
    },
    async access(system, hasToken) {
      if (hasToken) await system.get('/users/me', { fields: 'id' }, { mustExist: true })
      await schema.all(system)
    },
    /** With drafts: they have a status, and no public version. */
    async list(system, { type, isLocalized }, query) {
      const shown = isLocalized ? locales : ([defaultLanguage(context.map)] as const)
      const codes = shown.map((locale) => sources.code(locale))
      const { entries, total } = await client.listIn(system, type, codes, query)
      expectKeys(type, entries.flat())
      const isOwn = (entry: Json, code: string) => !isLocalized || hasLanguage(entry, code)
      const found = entries.flatMap((inCodes) =>
        inCodes.flatMap((entry, at) =>
          isOwn(entry, codes[at]!) ? [{ entry, lang: shown[at]!, isDraft: isDraft(entry) }] : [],
        ),
      )
      return { found, read: entries.length, total }
    },
    read({ type, fields: paths }, fields) {
      const collection = collections.get(type)
      if (!collection) return {}
      const wanted = fields.flatMap((field) => paths[field] ?? [])
      return selected(collection, collections, wanted, [sources.code('zh'), sources.code('en')])
    },
    sample: (system, { type }) => client.sample(system, type),
    keyed: ({ type }, keys) => condition({ [keyField(type)]: { _in: keys } }),
    byKey: ({ type }) => ({ sort: keyField(type) }),
    slice: (offset, limit) => ({ offset, limit }),
    changedSince,
    noted: readActivity,
    isType: (type, name) => type === name,
    ownerOf: createOwnerOf(client, schema, sources),
    sizeImages: createDirectusImages(context),
  }
}

/** A row that has not been changed since it was made has no date of a change. */
function changedSince({ values, fields }: EntrySource, since: string): Query | undefined {
  const names = new Set(['date_updated', 'date_created', fields.updated_at ?? ''])
  const changed = [...names].filter((name) => values.has(name)).map((name) => ({ [name]: { _gt: since } }))
  return changed.length > 0 ? condition({ _or: changed }) : undefined
}

function hasLanguage({ localizations }: Json, code: string): boolean {
  return objectsOf(localizations).some(({ locale }) => locale === code)
}
