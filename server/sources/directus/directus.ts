// Directus: the REST API of its collections, with a static token that may read them, without an extension of ours.
import { createEntryPull } from '../entries/pull.ts'
import type { SystemDefinition } from '../systems/source.ts'
import { createClient } from './client.ts'
import { createDialect } from './dialect.ts'
import { createSchema } from './schema.ts'
import { createSingleReader } from './single-types.ts'
import { createSources } from './sources.ts'
import { readWebhook } from './webhook.ts'

export const directus: SystemDefinition = {
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  mediaFolder: '/assets/',
  readWebhook,
  createPull(context) {
    const schema = createSchema(context)
    const client = createClient(schema)
    const sources = createSources(client, schema, context)
    const dialect = createDialect(client, schema, sources, context)
    return createEntryPull(context, dialect, createSingleReader(client, schema, sources))
  },
}
