// Error responses of business calls: no-store for clients, however long this cache stores them.
import t from 'tap'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const respond =
  (status: number, body: string, fields: Record<string, string>): Answer =>
  (_request, response) =>
    void response.writeHead(status, fields).end(body)
const path = '/api/home/article/detail/3?lang=zh'
const json = { 'content-type': 'application/json' }
const caching = { 'cache-control': 'public, max-age=60', 'cdn-cache-control': 'max-age=60' }
const missing = '{"success":false,"data":null,"msg":"none","code":404}'
const refused = '{"success":false,"data":null,"msg":"not now"}'

for (const [name, status, body] of [
  ['a status of 404', 404, missing],
  ['code 404 in an envelope', 200, missing],
  ['no data', 200, '{"success":true,"data":null,"msg":""}'],
  ['a refusal', 200, refused],
] as const) {
  for (const fields of [{}, caching]) {
    const said = 'cache-control' in fields ? 'with caching fields' : 'without caching fields'
    t.test(`${name} ${said} is no-store for clients, and stored here`, async (t) => {
      const time = Date.now()
      const site = await createSmallSite(t, { now: () => time })
      site.origin.answer('/api/home/article/detail', respond(status, body, { ...json, ...fields }))
      const responses = [await site.get(path), await site.get(path), await site.get(path)]
      for (const { statusCode, headers, body: received } of responses) {
        t.equal(statusCode, status)
        t.equal(received, body)
        t.equal(headers['cache-control'], 'no-store')
        t.notOk(headers['cdn-cache-control'] ?? headers['surrogate-control'] ?? headers['expires'])
      }
      t.equal(site.origin.hits.filter((hit) => hit.includes('article/detail')).length, 1)
    })
  }
}

t.test('an error outside the known calls, and of a media file, is no-store as well', async (t) => {
  const site = await createSmallSite(t)
  for (const folder of ['/api/home/unknown', '/media/none.png'])
    site.origin.answer(folder, respond(410, '{}', { ...json, ...caching, expires: new Date().toUTCString() }))
  for (const url of ['/api/home/unknown', '/media/none.png']) {
    const { statusCode, headers } = await site.get(url)
    t.equal(statusCode, 410)
    t.equal(headers['cache-control'], 'no-store')
    t.notOk(headers['cdn-cache-control'] ?? headers['expires'])
  }
})

t.test('a success says what it said before', async (t) => {
  const site = await createSmallSite(t)
  const { headers } = await site.get('/api/home/config/base', {}, { method: 'POST' })
  t.match(headers['cache-control'], /^public, max-age=0, s-maxage=7200/)
})
