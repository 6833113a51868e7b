// What visitors of the sample site request: pages in both languages, their data, business calls, files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distDir } from '../../helpers/site.ts'
import { words } from '../../helpers/words.ts'
import type { Asked } from './load.ts'

type Manifest = { id: string; application: string; styles: string[] }
export const readManifest = (dist = distDir) =>
  JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest

const pages = words('/ /en /news /en/news /product /service /solution /about /download36 /contact')

/** Cacheable responses, each requested once. */
export function warmVisits(dist = distDir): Asked[] {
  const { id, application, styles } = readManifest(dist)
  const details = Array.from({ length: 8 }, (_, index) => `/news/${1001 + index}`)
  const payloads = ['/news', '/en/product', '/news/1001'].map((page) => `${page}/_payload.json?${id}`)
  const calls = ['article/list/news?lang=zh&page=1', 'article/detail/1001?lang=zh', 'about/1?lang=en']
  const paths = [...pages, ...details, ...payloads, ...calls.map((call) => `/api/home/${call}`)]
  const read = { method: 'POST', body: '{}' } as const
  const reads = ['config/base', 'route/tree'].map((call) => ({ path: `/api/home/${call}`, ...read }))
  return [...[...paths, application, ...styles].map((path) => ({ path })), ...reads]
}

/** Mostly warm pages; one in `coldOneIn` is a page that was not requested before; 0: none. */
export function visitor(visits: Asked[], coldOneIn = 20) {
  return (number: number): Asked =>
    coldOneIn > 0 && number % coldOneIn === 0
      ? { path: `/news?keywords=${number}` }
      : visits[number % visits.length]!
}
