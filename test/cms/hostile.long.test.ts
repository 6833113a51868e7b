// A content system that sends anything: what has been read stays, the site goes on, and the process neither grows nor stops.
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { createStrapi, entryOf, picture } from '../helpers/strapi.ts'

type Response = Parameters<Parameters<Awaited<ReturnType<typeof createStrapi>>['cms']['answer']>[1]>[0]

const json = { 'content-type': 'application/json' }
const megabytes = 8_000_000

const hostile: Record<string, (response: Response) => void> = {
  'eight megabytes of brackets': (response) => response.writeHead(200, json).end('['.repeat(megabytes)),
  'objects in objects': (response) => response.writeHead(200, json).end('{"data":'.repeat(500_000)),
  'a compressed response': (response) =>
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(10 * megabytes, '['))),
  'a redirect to a file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  'a redirect to a metadata address': (response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'entries with duplicate keys': (response) =>
    response
      .writeHead(200, json)
      .end('{"data":[{"id":1,"id":2,"documentId":7,"documentId":null}],"meta":{"pagination":{"total":"x"}}}'),
  'entries that are no objects': (response) => response.writeHead(200, json).end('{"data":[1,null,[],"x"]}'),
  'a header and nothing else': (response) =>
    void response.writeHead(200, { ...json, 'content-length': '5' }).destroy(),
}

t.test('whatever it sends, what has been read stays, and the next poll is as usual', async (t) => {
  const entries = [entryOf(1), entryOf(2)]
  const { cms, poll, get, origin } = await createStrapi(t, { articles: entries })
  let rule: ((response: Response) => void) | undefined
  cms.answer('/api/articles?', (response) => {
    if (rule) return rule(response)
    const isDrafts = new URL(response.req.url!, 'http://x').searchParams.get('status') === 'draft'
    const data = isDrafts ? [] : entries
    response.writeHead(200, json).end(JSON.stringify({ data, meta: { pagination: { total: data.length } } }))
  })
  const totalOf = async () => (await get('/api/home/article/list/news?lang=zh')).data.total
  for (const [what, respond] of Object.entries(hostile)) {
    const before = entries.length
    entries.push(entryOf(before + 1, { updatedAt: new Date(Date.now() + 60_000).toISOString() }))
    rule = respond
    await poll()
    await poll()
    t.equal(await totalOf(), before, what)
    t.match(origin.warnings?.().join(), /no usable response|access denied/, what)
    rule = undefined
    await poll()
    t.equal(await totalOf(), before + 1, `after ${what}`)
    t.strictSame(origin.warnings?.(), [], `after ${what}`)
  }
})

t.test(
  'media of other hosts are not fetched, and a file is requested below the folder of the media alone',
  async (t) => {
    const other = 'http://169.254.169.254/latest/user-data'
    const { cms, get, origin } = await createStrapi(t, {
      articles: [entryOf(1, { cover: { ...picture, url: other }, body: `![x](${other})` })],
    })
    const { data } = await get('/api/home/article/info/sign-1?lang=zh')
    t.equal(data.cover, undefined)
    const before = cms.requests.length
    for (const path of ['/media/..%2f..%2fadmin', '/media/http:%2f%2f169.254.169.254', '/media/%2e%2e/x'])
      t.equal((await origin.send({ method: 'GET', path, headers: {} })).status, 404, path)
    t.equal(cms.requests.length, before)
  },
)
