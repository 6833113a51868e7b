// What passes between a visitor and the upstream, and what does not.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const passed = {
  accept: 'application/json',
  'accept-language': 'en',
  'content-type': 'application/json',
  'finger-print': 'visitor-1',
  'idempotency-key': 'key-1',
  'if-none-match': '"a"',
  range: 'bytes=0-1',
}
const kept = {
  cookie: 'i18n_redirected=en; session=secret',
  authorization: 'Basic c2VjcmV0',
  'x-forwarded-for': '10.0.0.1',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=10.0.0.1',
  'x-http-method-override': 'DELETE',
  origin: 'https://evil.example',
  referer: 'https://evil.example/private',
  'x-request-id': 'chosen-by-visitor',
  'x-other': 'y',
}

t.test('only headers that the call needs go to the upstream', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/api/home/echo', { success: true })
  await site.app.inject({
    method: 'POST',
    url: '/api/home/echo',
    headers: { ...passed, ...kept },
    payload: '{}',
  })
  const { headers } = site.origin.requests[0]!
  t.match(headers, passed)
  for (const name of Object.keys(kept)) if (name !== 'x-request-id') t.equal(headers[name], undefined, name)
  t.match(headers['x-request-id'], /^[0-9a-f]{12}$/)
  t.equal(headers['accept-encoding'], 'identity')
  t.equal(headers['host'], new URL(site.origin.url).host)
})

t.test('only headers that the visitor needs come back', async (t) => {
  const site = await createSmallSite(t)
  const wanted = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    etag: '"a"',
    'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT',
    vary: 'accept-language',
    'retry-after': '5',
    age: '3',
    'content-language': 'en',
  }
  const unwanted = {
    'set-cookie': ['a=b', 'c=d'],
    server: 'nginx/1.2.3',
    'x-powered-by': 'PHP/5',
    'access-control-allow-origin': '*',
    location: 'https://evil.example',
    'clear-site-data': '"*"',
    'x-other': 'y',
  }
  const replaced = { 'strict-transport-security': 'max-age=0', 'x-frame-options': 'ALLOWALL' }
  site.origin.answer('/api/home/echo', (_request, response) => {
    response.writeHead(200, { ...wanted, ...unwanted, ...replaced }).end('{}')
  })
  const { headers } = await site.get('/api/home/echo')
  t.match(headers, wanted)
  t.equal(headers['x-frame-options'], 'DENY')
  t.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
  for (const name of Object.keys(unwanted)) t.equal(headers[name], undefined, name)
})
