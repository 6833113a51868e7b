// Bodies of the webhooks of the common plugins.
import type { ChangedEntry } from '../systems/source.ts'
import { countFrom, objectOf, textFrom } from '../systems/values.ts'

/**
 * Flat fields or a `post` with them: `post_id` or `ID`, `post_type`, `post_status`, `post_name`; or `id`, `type`, `status` and
 * `slug`, as the REST API calls them.
 */
export function readWebhook(body: Record<string, unknown>): ChangedEntry | undefined {
  const post = objectOf(body['post'])
  const first = (...names: string[]) =>
    names.map((name) => body[name] ?? post[name]).find((value) => value !== undefined)
  // A `type` without a slug is that of the plain form.
  const restType = post['type'] ?? (body['slug'] === undefined ? undefined : body['type'])
  const type = textFrom(first('post_type') ?? restType)
  const id = countFrom(first('post_id', 'ID', 'id'))
  const slug = textFrom(first('post_name', 'slug'))?.replace(/__trashed(?:-\d+)?$/, '')
  if (type === undefined || (id === undefined && slug === undefined)) return undefined
  const isDeleted = /delete/.test(textFrom(body['action']) ?? '')
  const status = isDeleted ? 'trash' : (textFrom(first('post_status', 'status')) ?? 'publish')
  return { type, ...(id !== undefined && { id }), ...(slug && { slug }), isRemoved: status !== 'publish' }
}

/** Types that are on every page. */
export const everywhere = ['nav_menu_item', 'wp_navigation']
