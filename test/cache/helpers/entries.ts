// Stored responses without an origin.
import { createEntry, type Entry } from '../../../server/cache/entry.ts'

type Options = { key: string; variant?: string; bytes?: number; tags?: string[] }

/** Fresh for a minute from 1970 on. */
export function storedEntry({ key, variant = '', bytes = 100, tags = [] }: Options): Entry {
  const entry = createEntry({
    key,
    tags,
    requestFields: { 'x-variant': variant },
    status: 200,
    fields: { 'cache-control': 'max-age=60', vary: 'x-variant' },
    body: Buffer.alloc(bytes),
    requestTime: 0,
    responseTime: 0,
  })
  if (!entry) throw new Error('not storable')
  return entry
}
