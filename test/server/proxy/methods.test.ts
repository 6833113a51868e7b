// Which methods pass to the business calls.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const passing = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

const site = await createSmallSite(t, { config: { addressRate: 100_000 } })
site.origin.json('/api/home/echo', { success: true, data: 1, msg: '' })

t.test('GET, HEAD, POST, PUT and DELETE pass', async (t) => {
  for (const method of passing) await site.get('/api/home/echo?a=b', {}, { method: method as 'GET' })
  t.strictSame(
    site.origin.hits,
    passing.map((method) => `${method} /api/home/echo?a=b`),
  )
})

const reads = words(`
  about/1 about/info/company article/detail/1 article/info/the-fair article/list/news download/36 download
  manual/1 search?keywords=a
`)
const posts = words('article/recommends/news block/label block/banner config/base route/tree form/:name')

t.test('a path of the contract has the methods of its call, other methods reach no origin', async (t) => {
  site.origin.hits.length = 0
  const wrong = { success: false, data: null, msg: 'Method Not Allowed', message: 'Method Not Allowed' }
  const rows: [path: string, allowed: string[]][] = [
    ...reads.map((path): [string, string[]] => [path, ['GET', 'HEAD']]),
    ...posts.map((path): [string, string[]] => [path, ['POST']]),
    ['echo', passing],
  ]
  for (const [path, allowed] of rows)
    for (const method of [...passing, 'OPTIONS', 'TRACE', 'PURGE'].filter((one) => !allowed.includes(one))) {
      const url = `/api/home/${path}`
      const { statusCode, headers, body } = await site.get(url, {}, { method: method as 'GET' })
      t.strictSame([statusCode, headers['allow']], [405, allowed.join(', ')], `${method} ${url}`)
      if (method !== 'HEAD') t.strictSame(JSON.parse(body), wrong, `${method} ${url}`)
    }
  t.strictSame(site.origin.hits, [])
})
