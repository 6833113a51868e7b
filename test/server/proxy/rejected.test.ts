// Rejected business calls: which reach no origin, and one form of error for all.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const categoryCalls = [
  ['GET', 'article/list'],
  ['POST', 'article/recommends'],
] as const

t.test('an upstream gets any category and model, and its response is passed on', async (t) => {
  const site = await createSmallSite(t)
  const list = { success: true, data: { list: [], total: 0 }, msg: '' }
  site.origin.json('/api/home/article/list/other', list)
  site.origin.json('/api/home/article/recommends/article', { ...list, data: [] })
  const listed = await site.get('/api/home/article/list/other?lang=zh')
  t.match([listed.statusCode, listed.json()], [200, list])
  const url = '/api/home/article/recommends/article'
  t.match((await site.app.inject({ method: 'POST', url, payload: { lang: 'zh' } })).json(), { success: true })
  t.strictSame(site.origin.hits, ['GET /api/home/article/list/other?lang=zh', `POST ${url}`])
})

t.test('a category that neither site nor upstream has is 404, and no failure of the upstream', async (t) => {
  const site = await createSmallSite(t)
  for (const name of ['press', '__proto__', 'News', '新闻']) {
    for (const [method, call] of categoryCalls) {
      const url = `/api/home/${call}/${encodeURI(name)}`
      t.equal((await site.app.inject({ method, url })).statusCode, 404, `${method} ${url}`)
    }
  }
  t.notOk(site.lines.some(({ level }) => level >= 40))
})

t.test('an upstream that lists its sections may be asked for those alone', async (t) => {
  const site = await createSmallSite(t)
  const title = { zh: '新闻', en: 'Press' }
  site.origin.patch('/api/home/config/base', (data: object) => ({
    ...data,
    sections: [{ slug: 'press', kind: 'news', title }],
  }))
  await site.get('/')
  site.origin.hits.length = 0
  for (const [method, call] of categoryCalls) {
    const { statusCode } = await site.app.inject({ method, url: `/api/home/${call}/other` })
    t.equal(statusCode, 404, call)
  }
  t.strictSame(site.origin.hits, [])
  await site.get('/api/home/article/list/press?lang=zh')
  t.strictSame(site.origin.hits, ['GET /api/home/article/list/press?lang=zh'])
})

t.test(
  'an upstream gets the fields of any form that is not the form of the page, as they were sent',
  async (t) => {
    const site = await createSmallSite(t)
    const receipt = '{"success":true,"data":{"id":"a"},"msg":""}'
    const bodies = [
      '{"zip": 310000, "topics":["a","b"], "address":{"city":"宁波"}, "terms":true, "order":9007199254740993}',
      JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, 'x']))),
    ]
    site.origin.answer('/api/home/form/', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(receipt)
    })
    for (const [at, payload] of bodies.entries()) {
      const url = `/api/home/form/survey-${at}`
      const headers = { 'content-type': 'application/json' }
      const { statusCode, body } = await site.app.inject({ method: 'POST', url, headers, payload })
      t.strictSame([statusCode, body], [200, receipt])
      t.match(site.origin.requests.at(-1), { path: url, body: payload })
    }
    const [url, headers] = ['/api/home/form/survey', { 'content-type': 'application/json' }]
    for (const payload of ['[]', '{'])
      t.equal((await site.app.inject({ method: 'POST', url, headers, payload })).statusCode, 400, payload)
    t.equal(site.origin.hits.length, bodies.length)
  },
)

t.test('download without an id is the default category', async (t) => {
  const site = await createSmallSite(t, { config: { downloadId: 41 } })
  await site.get('/api/home/download?lang=en')
  t.strictSame(site.origin.hits, ['GET /api/home/download/41?lang=en'])
})

t.test('every rejected call has the same form, and names the field', async (t) => {
  const site = await createSmallSite(t)
  const post = async (path: string, payload: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await site.app.inject({ method: 'POST', url: `/api/home/${path}`, headers, payload })).json()
  }
  const banner = await post('block/banner', '{"position":7,"lang":"en"}')
  t.strictSame(banner, {
    success: false,
    data: null,
    msg: 'The request is malformed',
    message: 'The request is malformed',
    errors: { position: ['must be text'] },
  })
  const form = await post('form/:name', '{"name":"a","message":7}')
  t.strictSame(Object.keys(form), Object.keys(banner))
  t.match(form, { success: false, data: null, msg: 'Bad Request', errors: { message: [/^must be text/] } })
})
