// WordPress with entries of a test, answered as its REST API does: statuses, ids, dates, pages and the total.
import type { ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { TestCms } from './cms.ts'
import { createSystem, mapIn, type SystemOptions } from './systems.ts'

export type Post = {
  id: number
  slug: string
  status: string
  modified_gmt: string
  [field: string]: unknown
}

const types = ['posts', 'product', 'pages', 'solution', 'download', 'manual']

/** A Chinese site that has pulled these entries, by type; what it says about itself is as recorded. */
export function createWordPress(
  t: Test,
  posts: Record<string, Post[]>,
  { prepare, ...options }: SystemOptions = {},
) {
  return createSystem(t, 'wordpress', {
    ...options,
    env: { API_MAP: mapIn(t, 'menus: { zh: main }\n'), ...options.env },
    prepare(cms) {
      for (const type of types) servePosts(cms, type, posts[type] ?? [])
      prepare?.(cms)
    },
  })
}

/** `posts` may be changed afterwards. */
function servePosts({ answer }: Pick<TestCms, 'answer'>, type: string, posts: Post[]): void {
  answer(`/wp/v2/${type}&`, (response: ServerResponse) => {
    const query = new URLSearchParams(response.req.url?.split('?')[1])
    const listed = (name: string, usual?: string) => (query.get(name) ?? usual)?.split(',')
    const statuses = listed('status', 'publish')!
    const [ids, slugs, since] = [listed('include'), listed('slug'), query.get('modified_after')]
    const found = posts.filter(
      ({ id, slug, status, modified_gmt }) =>
        statuses.includes(status) &&
        (ids?.includes(String(id)) ?? true) &&
        (slugs?.includes(slug) ?? true) &&
        (since === null || `${modified_gmt}Z` > since),
    )
    const start = Number(query.get('offset') ?? 0)
    const fields = { 'content-type': 'application/json', 'x-wp-total': String(found.length) }
    response.writeHead(200, { ...fields, date: new Date().toUTCString() })
    response.end(JSON.stringify(found.slice(start, start + Number(query.get('per_page')))))
  })
}

export const postOf = (id: number, fields: object = {}): Post => ({
  id,
  slug: `sign-${id}`,
  type: 'post',
  status: 'publish',
  parent: 0,
  categories: [1],
  date_gmt: '2026-01-01T00:00:00',
  modified_gmt: '2026-01-01T00:00:00',
  title: { rendered: `标题 ${id}` },
  content: { rendered: `<p>正文 ${id}</p>`, protected: false },
  ...fields,
})
