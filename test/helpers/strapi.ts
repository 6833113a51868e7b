// Strapi with entries of a test, answered as its REST API does: pages, keys, dates, drafts and the total.
import type { ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { TestCms } from './cms.ts'
import { createSystem, type SystemOptions } from './systems.ts'

export type Entry = { documentId: string; locale: string; updatedAt?: string; [field: string]: unknown }

const types = ['articles', 'products', 'services', 'solutions', 'pages', 'downloads', 'manuals']

/** A site that has pulled these entries, by type; menu and base configuration are as recorded. */
export async function createStrapi(
  t: Test,
  entries: Record<string, Entry[]>,
  { prepare, ...options }: SystemOptions = {},
) {
  const site = await createSystem(t, 'strapi', {
    ...options,
    prepare(cms) {
      for (const type of types) serveEntries(cms, type, entries[type] ?? [])
      prepare?.(cms)
    },
  })
  return {
    ...site,
    notify: (event: string, number: number) =>
      site.origin.changesOf?.({ event, model: 'article', entry: { documentId: `doc${number}` } }),
  }
}

/** `entries` and `drafts` may be changed afterwards. `drafts`: later versions, and those that are not public. */
export function serveEntries(
  { answer }: Pick<TestCms, 'answer'>,
  type: string,
  entries: Entry[],
  drafts: Entry[] = [],
): void {
  answer(`/api/${type}?`, (response: ServerResponse) => {
    const query = new URLSearchParams(response.req.url?.split('?')[1])
    const keys = [...query].flatMap(([name, value]) =>
      name.startsWith('filters[documentId]') ? [value] : [],
    )
    const since = query.get('filters[$or][0][updatedAt][$gt]')
    const found = (query.get('status') === 'draft' ? drafts : entries).filter(
      ({ documentId, updatedAt = '' }) =>
        (keys.length === 0 || keys.includes(documentId)) && (since === null || updatedAt > since),
    )
    const size = Number(query.get('pagination[limit]') ?? query.get('pagination[pageSize]') ?? 25)
    const page = Number(query.get('pagination[page]') ?? 1)
    const start = Number(query.get('pagination[start]') ?? (page - 1) * size)
    response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() })
    const data = found.slice(start, start + size)
    response.end(JSON.stringify({ data, meta: { pagination: { total: found.length } } }))
  })
}

/** A public entry in Chinese. */
export const entryOf = (number: number, fields: object = {}) => ({
  id: number,
  documentId: `doc${number}`,
  slug: `sign-${number}`,
  locale: 'zh-Hans',
  title: `标题 ${number}`,
  body: `正文 ${number}`,
  publishedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...fields,
})

/** A file of the media library. */
export const file = {
  id: 5,
  documentId: 'p',
  mime: 'image/jpeg',
  url: '/uploads/art_1.jpeg',
  alternativeText: 'Art',
  width: 5824,
  height: 3259,
}

/** The file with the copies that Strapi makes. */
export const picture = {
  ...file,
  formats: {
    large: { url: '/uploads/large_art_1.jpeg', width: 1000, height: 560 },
    small: { url: '/uploads/small_art_1.jpeg', width: 500, height: 280 },
  },
}
