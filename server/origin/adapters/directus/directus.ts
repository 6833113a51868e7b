// Directus: the REST API of its collections, with a static token that may read them, without an extension of ours.
import type { SystemDefinition } from '../adapter.ts'
import { createEntryCalls } from '../entries/entry-calls.ts'
import { createClient } from './client.ts'
import { createDialect } from './dialect.ts'
import { createSchema } from './schema.ts'
import { createSingleReader } from './single-types.ts'
import { createSources } from './sources.ts'
import { createDirectusImages } from './text-images.ts'
import { readWebhook } from './webhook.ts'

export const directus: SystemDefinition = {
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  mediaFolder: '/assets/',
  readWebhook,
  createCalls(context) {
    const schema = createSchema(context)
    const client = createClient(schema)
    const sources = createSources(client, schema, context)
    const { dialect, bulk } = createDialect(client, schema, sources, context)
    const sized = { ...dialect, sizeImages: createDirectusImages(context) }
    return createEntryCalls(context, sized, bulk, createSingleReader(client, schema, sources))
  },
}
