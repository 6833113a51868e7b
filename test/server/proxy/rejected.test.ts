// Rejected business calls: which reach no origin, and one form of error for all.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a category that the site does not have is 404, and reaches neither origin nor log', async (t) => {
  const site = await createSmallSite(t)
  for (const name of ['press', '__proto__', 'constructor', 'news.css', 'News', '%6e%65%77', '新闻']) {
    for (const [method, call] of [
      ['GET', 'article/list'],
      ['HEAD', 'article/list'],
      ['POST', 'article/recommends'],
    ] as const) {
      const url = `/api/home/${call}/${encodeURI(decodeURI(name))}`
      const { statusCode } = await site.app.inject({ method, url })
      t.equal(statusCode, 404, `${method} ${url}`)
    }
  }
  t.strictSame(site.origin.hits, [])
  t.strictSame(
    site.lines.filter(({ level }) => level >= 40),
    [],
  )
  t.equal(
    (await site.get('/api/home/article/list/%6eews?lang=zh')).statusCode,
    200,
    'an escape is no other name',
  )
})

t.test('download without an id is the default category', async (t) => {
  const site = await createSmallSite(t, { config: { downloadId: 41 } })
  site.origin.json('/api/home/download/41?lang=en', {
    success: true,
    data: { id: 41, title: 'Files', items: [] },
    msg: '',
  })
  t.match((await site.get('/api/home/download?lang=en')).json(), { data: { id: 41 } })
  t.strictSame(site.origin.hits, ['GET /api/home/download/41?lang=en'])
  await site.get('/api/home/download/41?lang=en')
  t.equal(site.origin.hits.length, 1, 'one stored response for both')
})

t.test('every rejected call has the same form, and names the field', async (t) => {
  const site = await createSmallSite(t)
  const post = async (path: string, payload: string | Buffer) => {
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
  const wrongForms: [string | Buffer, object][] = [
    ['[]', { body: ['must be a JSON object in UTF-8'] }],
    ['{', { body: ['must be a JSON object in UTF-8'] }],
    [Buffer.from('{"a":"\xff"}', 'latin1'), { body: ['must be a JSON object in UTF-8'] }],
    ['{"name":"a","message":7}', { message: [/^must be text/] }],
    ['{"__proto__":"x"}', { body: [/at most 40 fields/] }],
  ]
  for (const [payload, errors] of wrongForms) {
    const rejected = await post('form/:name', payload)
    t.strictSame(Object.keys(rejected), Object.keys({ ...banner, errors }), String(payload))
    t.match(rejected, { success: false, data: null, msg: 'Bad Request', message: 'Bad Request', errors })
  }
})
