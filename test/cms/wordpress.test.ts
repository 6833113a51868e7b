// WordPress: the contract from recorded responses of two sites, one without permalinks.
import t, { type Test } from 'tap'
import { createTestAdapted, createTestCms } from '../helpers/cms.ts'
import { recordedRequests } from './record.ts'

const token = 'editor:planted secret of the test'

async function createWordPress(t: Test) {
  const cms = await createTestCms(t, 'wordpress')
  const map = t.testdir({
    'api-map.yaml': `languages:
  en: { base: '${cms.urls[1]}' }
menus: { zh: main, en: main }
fields:
  product: { specs: meta.specs }
`,
  })
  const adapted = await createTestAdapted(t, {
    API_KIND: 'wordpress',
    API_BASE: cms.urls[0]!,
    API_TOKEN: token,
    API_MAP: `${map}/api-map.yaml`,
  })
  const data = async (method: string, path: string, body?: object) => {
    const response = await adapted.origin.send({
      ...{ method, path, headers: {} },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
    return {
      status: response.status,
      data: JSON.parse(String(response.body)).data,
      headers: response.headers,
    }
  }
  return { ...adapted, cms, data, get: (path: string) => data('GET', path) }
}

/** In the order of the recording, by which the items have their numbers. */
async function requestAll({ origin }: Awaited<ReturnType<typeof createWordPress>>) {
  const responses = []
  for (const request of recordedRequests) {
    const { status, body } = await origin.send(request)
    responses.push({ path: request.path, status, text: String(body) })
  }
  return responses
}

t.test(
  'a list has decoded titles, dates with an offset, sizes of the cover, tags and the total',
  async (t) => {
    const { get } = await createWordPress(t)
    const { status, data } = await get('/api/home/article/list/news?lang=zh&page_size=2')
    t.equal(status, 200)
    t.equal(data.list.length, 2)
    t.equal(data.total, 40)
    const [first] = data.list
    t.equal(first.category, 'news')
    t.match(first.title, / & more$/)
    t.match(first.published_at, /^2026-11-12T01:30:00Z$/)
    t.match(first.cover, /^\/media\/\d{4}\/\d\d\/news-11\.jpg$/)
    t.ok(first.cover_sizes.length > 2)
    t.ok(first.cover_sizes.every(({ url }: { url: string }) => url.startsWith('/media/')))
    t.ok(first.tags.length > 0)
  },
)

t.test('a page beyond the last one is empty and has the total', async (t) => {
  const { get } = await createWordPress(t)
  const { status, data } = await get('/api/home/article/list/news?lang=zh&page_size=2&page=999')
  t.equal(status, 200)
  t.strictSame(data.list, [])
  t.equal(data.total, 40)
})

t.test('an item has the same number in both languages, and its files are below /media/', async (t) => {
  const { get } = await createWordPress(t)
  const zh = (await get('/api/home/article/list/product?lang=zh&page_size=2')).data.list[0]
  const en = (await get('/api/home/article/list/product?lang=en&page_size=2')).data.list[0]
  t.equal(zh.sign, 'tl-mag')
  t.equal(en.sign, 'tl-mag')
  t.equal(zh.id, en.id)
  t.not(zh.title, en.title)
  const { data } = await get(`/api/home/article/info/tl-mag?lang=en`)
  t.equal(data.id, en.id)
  t.strictSame(data.languages.toSorted(), ['en', 'zh'])
  t.ok(data.specs.length > 3)
  t.ok(data.attachments.length > 0)
  t.ok(data.attachments.every(({ url }: { url: string }) => url.startsWith('/media/site-en/')))
  t.equal(data.items.length, 2)
})

t.test('what does not exist is 404, not a failure', async (t) => {
  const { get } = await createWordPress(t)
  t.equal((await get('/api/home/article/detail/999999?lang=zh')).status, 404)
  t.equal((await get('/api/home/article/list/nothing?lang=zh')).status, 404)
})

t.test('about 0 is the first page; contact is found by its sign', async (t) => {
  const world = await createWordPress(t)
  const responses = await requestAll(world)
  const find = (part: string) => JSON.parse(responses.find(({ path }) => path.includes(part))!.text).data
  const about = find('/about/0?lang=zh')
  t.equal(about.sign, 'company')
  t.ok(about.siblings.length > 2)
  t.equal(find('/about/info/contact?lang=en').sign, 'contact')
  t.strictSame(find('/about/info/contact?lang=en').siblings, [])
})

t.test('the menu has both titles, addresses of this site and external links', async (t) => {
  const { data } = await createWordPress(t)
  const menu = (await data('POST', '/api/home/route/tree', {})).data
  t.match(menu[0], { title: { zh: '产品', en: 'Products' }, path: '/product' })
  t.match(
    menu.find(({ path }: { path: string }) => path === '/contact'),
    { title: { zh: '联系', en: 'Contact' } },
  )
  t.match(menu.at(-1), { path: 'https://shop.example/', external: true })
})

t.test('one business call is conditional: its ETag is that of the data', async (t) => {
  const { origin } = await createWordPress(t)
  const request = { method: 'GET', path: '/api/home/article/list/product?lang=zh&page_size=2' }
  const first = await origin.send({ ...request, headers: {} })
  const second = await origin.send({
    ...request,
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  t.equal(second.status, 304)
})

t.test(
  'no response, header or log line has the token, the password or an address of WordPress',
  async (t) => {
    const world = await createWordPress(t)
    const { cms, lines } = world
    const responses = await requestAll(world)
    cms.answer('wp/v2/media', (response) =>
      response.writeHead(500).end(`<p>${token} ${cms.urls[0]}\u0007 failed`),
    )
    cms.answer('wp/v2/solution', (response) => response.writeHead(401).end('{"code":"incorrect_password"}'))
    for (const path of ['/api/home/article/detail/1?lang=zh', '/api/home/article/list/solution?lang=zh'])
      await world.origin.send({ method: 'GET', path, headers: {} }).catch((error) => {
        lines.push({ level: 0, msg: `${error.message} ${error.cause?.message} ${error.stack}` })
      })
    const hidden = [
      token,
      'planted secret of the test',
      Buffer.from(token).toString('base64'),
      ...cms.urls,
      ...cms.urls.map((url) => url.slice('http://'.length)),
    ]
    for (const { path, text } of [...responses, { path: 'log', text: JSON.stringify(lines) }])
      for (const secret of hidden) t.notOk(text.includes(secret), `${path}: ${hidden.indexOf(secret)}`)
    t.ok(cms.requests.every(({ headers }) => headers.authorization?.startsWith('Basic ')))
  },
)

t.test('a failure names the call, the request, the status and what was expected', async (t) => {
  const { cms, lines, origin } = await createWordPress(t)
  cms.answer('wp/v2/posts', (response) => response.writeHead(200).end('<b>Warning</b>: PHP\u0007'))
  const request = { method: 'GET', path: '/api/home/article/list/news?lang=zh&keywords=private', headers: {} }
  await t.rejects(origin.send(request))
  await t.rejects(origin.send(request))
  const found = lines.filter(({ msg }) => msg === 'origin response rejected')
  t.equal(found.length, 1)
  t.match(found[0], { call: 'articleList', status: 200, problem: /expected JSON/, path: /wp\/v2\/posts/ })
  t.match(String(found[0]!['excerpt']), /<b>Warning<\/b>: PHP\\u0007/)
  t.notMatch(JSON.stringify(found), /private/)
})

t.test('files: no program, no hidden file, no other folder; other header fields are dropped', async (t) => {
  const { cms, get, origin } = await createWordPress(t)
  cms.answer('/wp-content/uploads/a.jpg', (response) =>
    response
      .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '1', 'set-cookie': 'a=b' })
      .end('x'),
  )
  const found = await origin.send({ method: 'GET', path: '/media/a.jpg', headers: { cookie: 'c=d' } })
  t.equal(found.status, 200)
  t.strictSame(Object.keys(found.headers).sort(), ['content-length', 'content-type'])
  t.equal(cms.requests.at(-1)!.headers.cookie, undefined)
  for (const path of [
    '/media/%2e%2e/wp-config',
    '/media/a.php',
    '/media/.htaccess',
    '/media/a%2fb',
    '/media/',
  ])
    t.equal((await get(path)).status, 404, path)
})
