// WordPress: the contract from recorded responses of two sites, one without permalinks.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { readWebhook } from '../../server/sources/wordpress/changes.ts'
import { answerJson, createTestAdapted, createTestCms } from '../helpers/cms.ts'
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

t.test('about 0 is the page above the others where it has a text, else the first of them', async (t) => {
  const world = await createWordPress(t)
  const responses = await requestAll(world)
  const find = (part: string) => JSON.parse(responses.find(({ path }) => path.includes(part))!.text).data
  t.equal(find('/about/0?lang=zh').sign, 'about')
  t.match(find('/about/0?lang=zh').body, '关于我们')
  t.equal(find('/about/0?lang=zh').siblings[1].sign, 'company')
  t.equal(find('/about/0?lang=en').sign, 'company')
})

t.test('contact is found by its sign', async (t) => {
  const world = await createWordPress(t)
  const responses = await requestAll(world)
  const find = (part: string) => JSON.parse(responses.find(({ path }) => path.includes(part))!.text).data
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

t.test('a draft that API_TOKEN may read is found by previews alone', async (t) => {
  const { cms, get, origin } = await createWordPress(t)
  const draft = { id: 700, slug: '', status: 'draft', title: { raw: 'A draft' }, content: { raw: '' } }
  cms.answer('/wp/v2/posts&', (response) => response.end(JSON.stringify([draft])))
  cms.answer('/wp/v2/posts/700', (response) => response.end(JSON.stringify(draft)))
  const list = await origin.send({
    ...{ method: 'GET', path: '/api/home/article/list/news?lang=zh', headers: {}, preview: true },
  })
  const path = `/api/home/article/detail/${JSON.parse(String(list.body)).data.list[0].id}?lang=zh`
  t.equal((await origin.send({ method: 'GET', path, headers: {}, preview: true })).status, 200)
  t.equal((await get(path)).status, 404)
})

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

t.test('an article takes few requests: lists, links and languages are read once for many', async (t) => {
  const { cms, get, data } = await createWordPress(t)
  const path = '/api/home/article/info/2026-11-ten-year-drift?lang=zh'
  const { id } = (await get(path)).data
  const recommended = () => data('POST', '/api/home/article/recommends/news', { id, limit: 2, lang: 'zh' })
  await Promise.all([get(path), recommended()])
  const before = cms.requests.length
  await Promise.all([get(path), recommended()])
  // The entry and its files.
  t.equal(cms.requests.length - before, 2)
})

t.test('after a purge nothing is taken from what was read before', async (t) => {
  const { cms, get, origin } = await createWordPress(t)
  const path = '/api/home/article/info/tl-mag?lang=zh'
  const requestsOf = async () => {
    const before = cms.requests.length
    await get(path)
    return cms.requests.length - before
  }
  const first = await requestsOf()
  t.ok((await requestsOf()) < first / 2)
  origin.forget?.()
  t.equal(await requestsOf(), first)
})

t.test('a site that rejects rest_route is read at /wp-json, and asked once', async (t) => {
  const { cms } = await createWordPress(t)
  const blocked = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://cms')
    if (!pathname.startsWith('/wp-json')) return response.writeHead(403).end('<h1>Blocked</h1>')
    const route = encodeURIComponent(pathname.slice('/wp-json'.length))
    const query = search === '' ? '' : `&${search.slice(1)}`
    void fetch(`${cms.urls[0]}/?rest_route=${route}${query}`).then(async (found) => {
      response.writeHead(found.status, Object.fromEntries(found.headers)).end(await found.text())
    })
  })
  await new Promise<void>((resolve) => blocked.listen(0, '127.0.0.1', resolve))
  t.teardown(() => blocked.close())
  const base = `http://127.0.0.1:${(blocked.address() as AddressInfo).port}`
  const { origin } = await createTestAdapted(t, { API_KIND: 'wordpress', API_BASE: base, API_TOKEN: token })
  const paths: string[] = []
  blocked.prependListener('request', ({ url }) => paths.push(String(url)))
  for (const category of ['product', 'news'])
    await origin.send({
      ...{ method: 'GET', headers: {} },
      path: `/api/home/article/list/${category}?lang=zh&page_size=2`,
    })
  t.equal(paths.filter((path) => !path.startsWith('/wp-json')).length, 1)
  t.ok(paths.length > 4)
})

const bodies: [name: string, body: Record<string, unknown>, expected: object | undefined][] = [
  [
    'the common plugins',
    { post_id: 3, post: { post_type: 'post', post_status: 'publish', post_name: 'a' } },
    { type: 'post', id: 3, slug: 'a', isRemoved: false },
  ],
  [
    'a flat form',
    { ID: '3', post_type: 'page', post_status: 'trash', post_name: 'a__trashed', hook: 'x' },
    { type: 'page', id: 3, slug: 'a', isRemoved: true },
  ],
  [
    'a post as the REST API has it',
    { id: 3, type: 'product', status: 'draft', slug: 'a' },
    { type: 'product', id: 3, isRemoved: true },
  ],
  [
    'the same in `post`',
    { event_type: 'x', post: { id: 3, type: 'post', status: 'publish', slug: 'a' } },
    { type: 'post', id: 3, isRemoved: false },
  ],
  [
    'an action and an entity',
    { action: 'delete', entity: 'post', id: 3, post_type: 'post' },
    { type: 'post', id: 3, isRemoved: true },
  ],
  ['the plain form of this site', { type: 'product', id: 3 }, undefined],
  ['a comment', { comment_ID: 3, comment_content: 'x' }, undefined],
]
for (const [name, body, expected] of bodies)
  t.test(`webhook: ${name}`, async (t) => {
    const found = readWebhook(body)
    if (expected) t.match(found, expected)
    else t.equal(found, undefined)
  })

t.test('pictures of a gallery have sizes: those of ACF, and those of ids', async (t) => {
  const cms = await createTestCms(t, 'wordpress')
  const acf = {
    ...{ url: `${cms.urls[0]}/wp-content/uploads/a.jpg`, alt: 'A', width: 1200, height: 900 },
    sizes: {
      ...{ medium: `${cms.urls[0]}/wp-content/uploads/a-300.jpg`, 'medium-width': 300, 'medium-height': 225 },
      ...{
        thumbnail: `${cms.urls[0]}/wp-content/uploads/a-150.jpg`,
        'thumbnail-width': 150,
        'thumbnail-height': 150,
      },
    },
  }
  const { gallery } = await galleryOf(t, [acf])
  t.match(gallery, [
    { url: '/media/a.jpg', alt: 'A', sizes: [{ url: '/media/a-300.jpg', width: 300 }, { width: 1200 }] },
  ])
  t.equal(gallery[0].sizes.length, 2)
  const byId = await galleryOf(t, [31])
  t.match(byId.gallery, [{ url: '/media/b.jpg', alt: 'B', sizes: [{ url: '/media/b.jpg', width: 800 }] }])
})

async function galleryOf(t: Test, pictures: unknown[]) {
  const cms = await createTestCms(t, 'wordpress')
  const map = t.testdir({ 'api-map.yaml': 'fields:\n  product: { gallery: acf.pictures }\n' })
  const env = { API_KIND: 'wordpress', API_BASE: cms.urls[0]!, API_MAP: `${map}/api-map.yaml` }
  const { origin } = await createTestAdapted(t, env)
  const local = JSON.parse(JSON.stringify(pictures).replaceAll(/http:[^"]*(?=\/wp-content)/g, cms.urls[0]!))
  cms.answer('slug=tl-mag', (response) => {
    const entry = { id: 7, slug: 'tl-mag', type: 'product', parent: 0, title: { rendered: 'x' } }
    response.end(JSON.stringify([{ ...entry, content: { rendered: '' }, acf: { pictures: local } }]))
  })
  cms.answer('include=31', (response) => {
    const file = { id: 31, alt_text: 'B', source_url: `${cms.urls[0]}/wp-content/uploads/b.jpg` }
    response.end(JSON.stringify([{ ...file, media_details: { width: 800, height: 600, sizes: {} } }]))
  })
  const path = '/api/home/article/info/tl-mag?lang=zh'
  const { body } = await origin.send({ method: 'GET', path, headers: {} })
  return JSON.parse(String(body)).data
}

t.test(
  'an entry with a password is not there: its text is not found by searching, nor how many have a word',
  async (t) => {
    const world = await createWordPress(t)
    const entry = (id: number, isProtected: boolean) => ({
      ...{ id, slug: `entry-${id}`, status: 'publish', type: 'product', date_gmt: '2026-01-02T03:04:05' },
      ...{ title: { rendered: `Entry ${id}` }, content: { rendered: '', protected: isProtected } },
    })
    const send = (part: string, body: object, total: number) =>
      answerJson(world.cms, part, body, { fields: { 'x-wp-total': String(total) } })
    send('/wp/v2/product&', [entry(901, true), entry(902, false)], 2)
    const list = '/api/home/article/list/product?lang=zh&keywords=secret'
    const { data } = await world.data('GET', list)
    t.equal(data.total, 1)
    t.strictSame(
      data.list.map(({ title }: { title: string }) => title),
      ['Entry 902'],
    )
    send('/wp/v2/product&', [entry(901, true)], 1)
    t.match((await world.data('GET', list)).data, { list: [], total: 0 })
    t.ok(
      world.cms.requests
        .filter(({ url }) => url.includes('search=secret'))
        .every(({ url }) => decodeURIComponent(url).includes('content.protected')),
    )
    send('/wp/v2/product/901', entry(901, true), 1)
    t.equal((await world.data('GET', '/api/home/article/detail/901?lang=zh')).status, 404)
  },
)
