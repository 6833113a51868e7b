// A WordPress of the tests with one site: posts, products and pages by id, categories, and terms of a taxonomy of products.
import type { ServerResponse } from 'node:http'
import type { TestCms } from './cms.ts'

type Row = Record<string, unknown> & { id: number }
/** By the last part of the route: `posts`, `product`, `product_cat`. */
type Rows = Record<string, Row[]>

const types = {
  post: { slug: 'post', rest_base: 'posts' },
  page: { slug: 'page', rest_base: 'pages', hierarchical: true },
  product: { slug: 'product', rest_base: 'product' },
}
const root = { name: 'Meter Works', description: 'Meters', namespaces: ['wp/v2'], gmt_offset: 8 }
const taxonomies = {
  post_tag: { slug: 'post_tag', hierarchical: false, rest_base: 'tags' },
  product_cat: { slug: 'product_cat', hierarchical: true, rest_base: 'product_cat' },
}

export const postOf = (id: number, fields: Record<string, unknown> = {}): Row => ({
  id,
  slug: `sign-${id}`,
  type: 'post',
  status: 'publish',
  date_gmt: '2026-01-01T00:00:00',
  modified_gmt: '2026-01-01T00:00:00',
  link: `/sign-${id}/`,
  title: { rendered: `标题 ${id}` },
  content: { rendered: '<p>正文</p>' },
  excerpt: { rendered: '' },
  categories: [],
  parent: 0,
  ...fields,
})

/** `rows` may be changed afterwards. */
export function serveWordPress({ answer }: Pick<TestCms, 'answer'>, rows: Rows): void {
  answer('', (response: ServerResponse) => {
    const query = new URLSearchParams(response.req.url?.split('?')[1])
    const [, path = ''] = /^\/(?:wp\/v2\/)?(.*)$/.exec(query.get('rest_route') ?? '') ?? []
    const found =
      path === '' ? root : path === 'types' ? types : path === 'taxonomies' ? taxonomies : rows[path]
    const ids = query.get('include')?.split(',').map(Number)
    const slugs = query.get('slug')?.split(',')
    const start = Number(query.get('offset') ?? 0)
    const list = Array.isArray(found)
      ? found.filter(({ id, slug }) => (!ids || ids.includes(id)) && (!slugs || slugs.includes(String(slug))))
      : []
    const isNew = (row: Row) => (query.get('modified_after') ?? '') < `${row['modified_gmt']}Z`
    const size = Number(query.get('per_page') ?? 10)
    const body = Array.isArray(found) ? list.filter(isNew).slice(start, start + size) : (found ?? {})
    response.writeHead(200, {
      'content-type': 'application/json',
      date: new Date().toUTCString(),
      'x-wp-total': String(list.length),
    })
    response.end(JSON.stringify(found ? body : []))
  })
}
