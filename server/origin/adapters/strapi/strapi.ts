// Strapi 5: the REST API of its content types, with any token that may read them, without a plugin of ours.
import type { SystemDefinition } from '../adapter.ts'
import { createEntryCalls } from '../entries/entry-calls.ts'
import { createDialect } from './dialect.ts'
import { createSingleReader } from './single-types.ts'
import { createStrapiImages, mediaFolder } from './text-images.ts'
import { readWebhook } from './webhook.ts'

export const strapi: SystemDefinition = {
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  mediaFolder,
  readWebhook,
  createCalls(context) {
    const { client, sources, dialect, bulk } = createDialect(context)
    const sized = { ...dialect, sizeImages: createStrapiImages(context) }
    return createEntryCalls(context, sized, bulk, createSingleReader(client, sources))
  },
}
