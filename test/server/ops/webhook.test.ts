// POST /ops/webhook/{kind}: who may send it, what it purges, and what it rejects.
import { createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import { eventually } from '../../helpers/embedded-site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const secret = 'a-webhook-secret-of-the-test'

async function createWorld(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  const site = await createSmallSite(t, { config: { webhookSecret: secret }, ...options })
  const send = (body: string | object, headers: Record<string, string> = {}, kind = 'native') =>
    site.app.inject({
      method: 'POST',
      url: `/ops/webhook/${kind}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const token = { authorization: `Bearer ${secret}` }
  return { ...site, send, sendRight: (body: string | object, more = {}) => send(body, { ...token, ...more }) }
}

t.test('a changed item purges itself and its list, and nothing else', async (t) => {
  const { get, origin, sendRight } = await createWorld(t)
  const [list] = JSON.parse((await get('/api/home/article/list/news?lang=zh')).body).data.list
  const paths = [`/api/home/article/detail/${list.id}?lang=zh`, '/api/home/article/list/product?lang=zh']
  for (const path of paths) await get(path)
  const response = await sendRight({ type: 'news', id: list.id, status: 'trash' })
  t.equal(response.statusCode, 200)
  t.match(response.json(), { mode: 'hard' })
  t.ok(response.json().purged >= 2)
  const before = origin.hits.length
  for (const path of [...paths, '/api/home/article/list/news?lang=zh']) await get(path)
  const requested = origin.hits.slice(before).map((hit) => hit.replace(/\?.*/, ''))
  t.strictSame(requested, [`GET /api/home/article/detail/${list.id}`, 'GET /api/home/article/list/news'])
})

t.test('the next request shows a changed item; a failing origin leaves what is stored', async (t) => {
  const { get, origin, sendRight } = await createWorld(t)
  const [{ id }] = JSON.parse((await get('/api/home/article/list/news?lang=zh')).body).data.list
  const path = `/news/${id}`
  const paths = [path, '/news', `/api/home/article/detail/${id}?lang=zh`]
  const shows = async (title: string) => {
    for (const one of paths) {
      const { statusCode, body } = await get(one)
      t.equal(statusCode, 200, one)
      t.ok(body.includes(title), `${one} ${title}`)
    }
  }
  for (const one of paths) await get(one)
  const call = '/api/home/article'
  let title = '第一次更改'
  origin.patch(`${call}/detail/${id}`, (data: object) => ({ ...data, title }))
  origin.patch(`${call}/list/news`, ({ list: [first, ...rest], ...data }: { list: object[] }) => ({
    ...data,
    list: [{ ...first, title }, ...rest],
  }))
  t.match((await sendRight({ type: 'news', id })).json(), { mode: 'expire' })
  await shows(title)
  title = '第二次更改'
  for (const _ of ['first', 'repeated']) await sendRight({ type: 'news', id })
  await shows(title)
  origin.json('/', { success: false }, 503)
  await sendRight({ type: 'news', id })
  await shows(title)
})

t.test('beyond 300 webhooks a minute everything expires, and no change is lost', async (t) => {
  const { get, origin, sendRight, lines } = await createWorld(t, { monotonic: () => 0 })
  const [{ id }] = JSON.parse((await get('/api/home/article/list/news?lang=zh')).body).data.list
  const change = (title: string) =>
    origin.patch(`/api/home/article/detail/${id}`, (data: object) => ({ ...data, title }))
  const shown = async (title: string) => {
    t.equal((await get(`/news/${id}`)).statusCode, 200, 'nobody waits')
    await eventually(async () => (await get(`/news/${id}`)).body.includes(title))
  }
  await get(`/news/${id}`)
  for (let count = 0; count < 300; count++) await sendRight({ type: 'labels' })
  change('第一次更改')
  const response = await sendRight({ type: 'news', id })
  t.equal(response.statusCode, 202)
  t.match(response.json(), { mode: 'soft' })
  await shown('第一次更改')
  change('第二次更改')
  for (const _ of Array(20)) t.equal((await sendRight({ type: 'news', id })).statusCode, 202)
  await shown('第二次更改')
  const expired = lines.filter(({ msg }) => msg === 'more webhooks than the limit: everything expires')
  t.equal(expired.length, 2, 'once at first, and once for all others of the next seconds')
})

t.test('a second webhook with the same body is harmless', async (t) => {
  const { sendRight } = await createWorld(t)
  for (const _ of [1, 2]) t.equal((await sendRight({ type: 'news', id: 1 })).statusCode, 200)
})

t.test('the secret may be a token or the key of an HMAC of the body', async (t) => {
  const { send } = await createWorld(t)
  const body = '{"type":"labels"}'
  const hmac = createHmac('sha256', secret).update(body)
  const digest = hmac.digest()
  for (const headers of [
    { 'x-webhook-token': secret },
    { 'x-hub-signature-256': `sha256=${digest.toString('hex')}` },
    { 'x-signature': digest.toString('base64') },
  ])
    t.equal((await send(body, headers)).statusCode, 200, Object.keys(headers).join())
  t.equal((await send(`${body} `, { 'x-signature': digest.toString('hex') })).statusCode, 401)
})

t.test('without the secret, or with a wrong one, the response is 401, and then 429', async (t) => {
  const { send } = await createWorld(t)
  t.equal((await send({ type: 'news', id: 1 })).statusCode, 401)
  const statuses = []
  for (let count = 0; count < 12; count++)
    statuses.push((await send({ type: 'site' }, { authorization: 'Bearer wrong' })).statusCode)
  t.equal(statuses.at(-1), 429)
})

t.test('a body that names nothing, another kind and a large body are rejected', async (t) => {
  const { send, sendRight } = await createWorld(t)
  for (const body of [
    '',
    '[]',
    'null',
    '{}',
    { type: 'news' },
    { type: 'news', id: -1 },
    { type: 'x', id: 1 },
  ])
    t.equal((await sendRight(body)).statusCode, 400, JSON.stringify(body))
  t.equal((await send({ type: 'site' }, { authorization: `Bearer ${secret}` }, 'strapi')).statusCode, 404)
  t.equal((await sendRight(`"${'x'.repeat(1_100_000)}"`)).statusCode, 413)
})

t.test('a form with the same fields is read as well', async (t) => {
  const { sendRight } = await createWorld(t)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal((await sendRight('type=news&id=1', headers)).statusCode, 200)
})

t.test('without WEBHOOK_SECRET there is no such path', async (t) => {
  const site = await createSmallSite(t)
  t.equal(
    (await site.app.inject({ method: 'POST', url: '/ops/webhook/native', payload: {} })).statusCode,
    404,
  )
})
