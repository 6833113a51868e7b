// The entries of a type in Strapi, answered as its REST API does: pages, keys, dates and the total.
import type { ServerResponse } from 'node:http'
import type { TestCms } from './cms.ts'

type Entry = { documentId: string; locale: string; updatedAt?: string; [field: string]: unknown }

/** `entries` may be changed afterwards. */
export function serveEntries({ answer }: Pick<TestCms, 'answer'>, type: string, entries: Entry[]): void {
  answer(`/api/${type}?`, (response: ServerResponse) => {
    const query = new URLSearchParams(response.req.url?.split('?')[1])
    const keys = [...query].flatMap(([name, value]) =>
      name.startsWith('filters[documentId]') ? [value] : [],
    )
    const since = query.get('filters[$or][0][updatedAt][$gt]')
    const found = entries.filter(
      ({ documentId, updatedAt = '' }) =>
        (keys.length === 0 || keys.includes(documentId)) && (since === null || updatedAt > since),
    )
    const start = Number(query.get('pagination[start]') ?? 0)
    const size = Number(query.get('pagination[limit]') ?? query.get('pagination[pageSize]') ?? 25)
    response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() })
    const data = found.slice(start, start + size)
    response.end(JSON.stringify({ data, meta: { pagination: { total: found.length } } }))
  })
}
