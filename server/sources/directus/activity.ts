// The activity of Directus: what has been changed by whatever editor or program, also what moves no date of the item.
import type { ChangedEntry, System } from '../systems/source.ts'
import { numberFrom, objectsOf, textFrom, valueAt } from '../systems/values.ts'

const notAllowed = 403
const actions = ['create', 'update', 'delete']
/** The latest changes; earlier ones are found when everything is read again. */
const mostRows = 1000
const filesCollection = 'directus_files'

/** Undefined where the token may not read `directus_activity`. */
export async function readActivity(system: System, since: string): Promise<ChangedEntry[] | undefined> {
  const filter = JSON.stringify({ _and: [{ timestamp: { _gt: since } }, { action: { _in: actions } }] })
  const query = { filter, fields: 'id,collection,item', sort: '-timestamp', limit: mostRows }
  const { status, body } = await system.get('/activity', query, { accept: [notAllowed] })
  if (status !== 200) return undefined
  return objectsOf(valueAt(body, 'data')).flatMap(({ id, collection, item }) => {
    const [type, key] = [textFrom(collection), textFrom(item)]
    const isOwn = type === filesCollection || !type?.startsWith('directus_')
    const named = type === filesCollection ? 'media' : type
    return named && key && isOwn ? [{ type: named, key, isRemoved: false, change: numberFrom(id) ?? 0 }] : []
  })
}
