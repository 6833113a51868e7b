// WordPress: the REST API v2 of any site from 6.1, without a plugin of ours.
import type { SystemDefinition } from '../systems/source.ts'
import { createWordPressPull } from './pull.ts'
import { readWebhook } from './webhook.ts'

export const wordpress: SystemDefinition = {
  // An application password, as WordPress prints it: `name:abcd efgh ijkl`.
  authorize: (token) => ({ authorization: `Basic ${Buffer.from(token).toString('base64')}` }),
  mediaFolder: '/wp-content/uploads/',
  readWebhook,
  createPull: createWordPressPull,
}
