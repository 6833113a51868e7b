// Bodies of the webhooks of a Flow of Directus.
import type { ChangedEntry } from '../adapter.ts'
import { isObject, objectOf, signFrom, textFrom } from '../values.ts'

/** `{ event: 'news.items.update', collection: 'news', keys: […], payload: {…} }`; `key` of a new item. */
export function readWebhook(body: Record<string, unknown>): ChangedEntry | 'nothing' | undefined {
  const { event, collection, keys, key, payload } = body
  if (typeof event !== 'string') return undefined
  const [, prefix, group, action] = /^(?:([\w-]+)\.)?(items|files)\.([a-z]+)$/.exec(event) ?? []
  const type = group === 'files' ? 'directus_files' : (textFrom(collection) ?? prefix)
  if (!action || type === undefined) return undefined
  // Other events, such as `items.sort`.
  if (!/^(?:create|update|delete|promote)$/.test(action)) return 'nothing'
  const found = keysIn(keys ?? key ?? (isObject(payload) ? undefined : payload))
  if (found.length === 0) return undefined
  const values = objectOf(payload)
  const status = textFrom(body['status']) ?? textFrom(values['status'])
  const isHidden = status !== undefined && status !== 'published'
  if (action === 'create' && (isHidden || group === 'files')) return 'nothing'
  const slug = signFrom(values['slug'])
  return {
    ...{ type: group === 'files' ? 'media' : type, key: found.join(','), ...(slug && { slug }) },
    isRemoved: action === 'delete' || (isHidden && group === 'items'),
  }
}

/** A key, several, or several as JSON. */
function keysIn(value: unknown): string[] {
  const text = textFrom(value)
  if (text?.startsWith('[')) return text.match(/[\w-]+/g) ?? []
  return (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const key = textFrom(one)
    return key !== undefined && /^[\w-]{1,100}$/.test(key) ? [key] : []
  })
}
