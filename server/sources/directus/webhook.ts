// Bodies of the webhooks of a Flow of Directus.
import type { ChangedEntry } from '../systems/source.ts'
import { isObject, objectOf, signFrom, textFrom } from '../systems/values.ts'

/**
 * `{ event: 'news.items.update', collection: 'news', keys: […], payload: {…} }`; `key` of a new item, `item` of one that is moved
 * in a list. In the Data Studio an event of a file is one of items in the collection `directus_files`.
 */
export function readWebhook(body: Record<string, unknown>): ChangedEntry | 'nothing' | undefined {
  const { event, collection, payload } = body
  if (typeof event !== 'string') return undefined
  const [, prefix, group, action] = /^(?:([\w-]+)\.)?(items|files)\.([a-z]+)$/.exec(event) ?? []
  const type = group === 'files' ? 'directus_files' : (textFrom(collection) ?? prefix)
  if (!action || type === undefined) return undefined
  // Other events, such as `files.upload`; a file that is replaced has `files.update` as well.
  if (!/^(?:create|update|delete|promote|sort)$/.test(action)) return 'nothing'
  const keys = keysIn(
    body['keys'] ?? body['key'] ?? body['item'] ?? (isObject(payload) ? undefined : payload),
  )
  if (keys.length === 0) return undefined
  const values = objectOf(payload)
  const status = textFrom(body['status']) ?? textFrom(values['status'])
  const isHidden = status !== undefined && status !== 'published'
  if (action === 'create' && (isHidden || group === 'files')) return 'nothing'
  const slug = signFrom(values['slug'])
  return {
    type: group === 'files' ? 'media' : type,
    key: keys.join(','),
    ...(slug && { slug }),
    isRemoved: action === 'delete' || (isHidden && group === 'items'),
    ...(action === 'sort' && { isMoved: true }),
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
