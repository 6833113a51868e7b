// Bodies and statuses of business calls, there and back.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const site = await createSmallSite(t)

t.test('the body passes byte for byte, whatever it is', async (t) => {
  site.origin.json('/api/home/echo', { success: true })
  const bodies: [type: string, body: string][] = [
    ['application/json', '{ "a" : "水",\n"b":[1.0] }'],
    ['application/x-www-form-urlencoded', 'a=b&c=%20'],
    ['text/plain', ' é水 '],
  ]
  for (const [type, payload] of bodies) {
    const headers = { 'content-type': type }
    await site.app.inject({ method: 'PUT', url: '/api/home/echo', headers, payload })
    t.match(site.origin.requests.at(-1), { body: payload, headers })
  }
})

t.test('a body over 1 MiB is rejected and not forwarded', async (t) => {
  const site = await createSmallSite(t)
  const headers = { 'content-type': 'application/json' }
  const send = (size: number) =>
    site.app.inject({ method: 'POST', url: '/api/home/echo', headers, payload: 'x'.repeat(size) })
  const { statusCode, body } = await send(1_048_577)
  t.equal(statusCode, 413)
  t.equal(body, '{"success":false,"data":null,"msg":"Payload Too Large","message":"Payload Too Large"}')
  t.strictSame(site.origin.hits, [])
  await send(1_048_576)
  t.strictSame(site.origin.hits, ['POST /api/home/echo'])
})

t.test('a redirect of the upstream is not followed, and leads nowhere outside', async (t) => {
  site.origin.hits.length = 0
  site.origin.answer(
    '/api/home/moved',
    (_request, response) => void response.writeHead(302, { location: '/api/home/about/1' }).end(),
  )
  const { statusCode, headers } = await site.get('/api/home/moved')
  t.equal(statusCode, 302)
  t.equal(headers['location'], '/api/home/about/1')
  const elsewhere = ['https://evil.example/api/home/x', '//evil.example/', '/admin', '/api/home/../x']
  for (const [index, location] of elsewhere.entries()) {
    site.origin.answer(
      `/api/home/gone/${index}`,
      (_request, response) => void response.writeHead(302, { location }).end(),
    )
    const gone = await site.get(`/api/home/gone/${index}`)
    t.equal(gone.statusCode, 502, location)
    t.equal(gone.headers['location'], undefined)
  }
  const others = site.origin.hits.filter((hit) => !hit.includes('/gone/'))
  t.strictSame(others, ['GET /api/home/moved'])
})

t.test('HTML of the upstream is a download, never a document of this site', async (t) => {
  for (const type of ['application/xhtml+xml', 'text/javascript', 'TEXT/HTML; charset=utf-8']) {
    const url = `/api/home/page/${encodeURIComponent(type.replaceAll('/', '-'))}`
    site.origin.answer(url, (_request, response) => {
      response.writeHead(200, { 'content-type': type }).end('<script>alert(1)</script>')
    })
    const { headers } = await site.get(url)
    t.equal(headers['content-disposition'], 'attachment', type)
    t.match(headers['content-security-policy'], "default-src 'none'", type)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
})

t.test('cancellation of the only waiting request cancels the request to the upstream', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  site.origin.answer('/api/home/other', (_request, response) => {
    response.once('close', left.resolve)
    asked.resolve()
  })
  const visitor = new AbortController()
  const answer = fetch(`${base}/api/home/other`, { method: 'DELETE', signal: visitor.signal })
  await asked.promise
  visitor.abort()
  await t.rejects(answer, { name: 'AbortError' })
  await left.promise
  t.strictSame(site.origin.hits, ['DELETE /api/home/other'], 'and it is not sent again')
})
