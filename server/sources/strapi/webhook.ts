// Bodies of Strapi's webhooks.
import type { ChangedEntry } from '../systems/source.ts'
import { countFrom, isObject, signFrom, textFrom } from '../systems/values.ts'

/** `{ event: 'entry.publish', model: 'article', entry: { documentId, … } }`, `{ event: 'media.update', media: { id, … } }`. */
export function readWebhook(body: Record<string, unknown>): ChangedEntry | 'nothing' | undefined {
  const { event, model, entry, media } = body
  if (typeof event !== 'string' || !/^[a-z-]+(?:\.[a-z-]+)?$/i.test(event)) return undefined
  if (/^media\.(?:update|delete)$/.test(event) && isObject(media)) {
    const id = countFrom(media['id'])
    return id === undefined ? undefined : { type: 'media', id, isRemoved: event === 'media.delete' }
  }
  const [, action] = /^entry\.(create|update|publish|unpublish|delete)$/.exec(event) ?? []
  // Other events, and the button that tries the webhook.
  if (!action) return 'nothing'
  const type = textFrom(model)
  const key = isObject(entry) ? textFrom(entry['documentId']) : undefined
  if (type === undefined || key === undefined || !isObject(entry)) return undefined
  if (/^(?:create|update)$/.test(action) && entry['publishedAt'] === null) return 'nothing'
  const slug = signFrom(entry['slug'])
  return { type, key, ...(slug && { slug }), isRemoved: /^(?:unpublish|delete)$/.test(action) }
}
