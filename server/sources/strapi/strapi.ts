// Strapi 5: the REST API of its content types, with any token that may read them, without a plugin of ours.
import { createEntryPull } from '../entries/pull.ts'
import type { SystemDefinition } from '../systems/source.ts'
import { createStrapi } from './client.ts'
import { createDialect } from './dialect.ts'
import { createSingleReader } from './single-types.ts'
import { createSources } from './sources.ts'
import { mediaFolder } from './text-images.ts'
import { readWebhook } from './webhook.ts'

export const strapi: SystemDefinition = {
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  mediaFolder,
  readWebhook,
  createPull(context) {
    const client = createStrapi()
    const sources = createSources(client, context)
    const dialect = createDialect(client, sources, context)
    return createEntryPull(context, dialect, createSingleReader(client, sources, context.memos))
  },
}
