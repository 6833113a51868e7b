// Directus with rows of a test, answered as its REST API does: conditions, pages and the total.
import type { ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { TestCms } from './cms.ts'
import { createSystem, type SystemOptions } from './systems.ts'

export type Row = { id: number; [field: string]: unknown }

const collections = ['news', 'products', 'services', 'solutions', 'pages', 'downloads', 'manuals']

/** A site that has pulled these rows, by collection; schema, menu and base configuration are as recorded. */
export function createDirectus(
  t: Test,
  rows: Record<string, Row[]>,
  { prepare, ...options }: SystemOptions = {},
) {
  return createSystem(t, 'directus', {
    ...options,
    prepare(cms) {
      for (const name of new Set([...collections, ...Object.keys(rows)]))
        serveRows(cms, name, rows[name] ?? [])
      prepare?.(cms)
    },
  })
}

type Operators = { _neq?: unknown; _in?: unknown[] }

/** `rows` may be changed afterwards. */
export function serveRows({ answer }: Pick<TestCms, 'answer'>, name: string, rows: Row[]): void {
  answer(`/items/${name}?`, (response: ServerResponse) => {
    const query = new URLSearchParams(response.req.url?.split('?')[1])
    const { _and = [] } = JSON.parse(query.get('filter') ?? '{}') as { _and?: Record<string, Operators>[] }
    const found = rows.filter((row) =>
      _and.flatMap(Object.entries<Operators>).every(([field, { _neq, _in }]) => {
        return row[field] !== _neq && (!_in || _in.map(String).includes(String(row[field])))
      }),
    )
    const start = Number(query.get('offset') ?? 0)
    response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() })
    const data = found.slice(start, start + Number(query.get('limit')))
    response.end(JSON.stringify({ data, meta: { filter_count: found.length } }))
  })
}

/** Published, in Chinese. `words`: fields of the translation. */
export const rowOf = (id: number, fields: object = {}, words: object = {}): Row => ({
  id,
  status: 'published',
  slug: `sign-${id}`,
  date: '2026-01-01T00:00:00Z',
  cover: null,
  parent: null,
  translations: [{ languages_code: 'zh-CN', title: `标题 ${id}`, body: `<p>正文 ${id}</p>`, ...words }],
  ...fields,
})
