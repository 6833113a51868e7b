// Entries for tests of the stores.
import type { Entry } from '../../server/cache/entry.ts'

export const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000

/** Fresh for an hour and usable for another one, as of `start`. */
export function createTestEntry(given: Partial<Entry> & { language?: string } = {}): Entry {
  const { language, ...rest } = given
  return {
    key: 'GET /api/home/article/detail/3 zh',
    selecting: {
      names: language ? ['accept-language'] : [],
      key: language ? `accept-language:${language}` : '',
    },
    status: 200,
    fields: { 'content-type': 'application/json', etag: '"ü"', via: ['1.1 a', '1.1 b'] },
    body: Buffer.from('{"success":true}'),
    tags: ['path:/api/home/article/detail/3', 'articleDetail', 'id:3'],
    freshness: {
      lifetime: hour,
      explicit: true,
      staleWhileRevalidate: hour,
      staleIfError: 0,
      noCache: false,
    },
    initialAge: 12,
    responseTime: start,
    ...rest,
  }
}
