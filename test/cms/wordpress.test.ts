// WordPress: two sites as recorded, one of them without permalinks, and what only WordPress has.
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { readWebhook } from '../../server/sources/wordpress/webhook.ts'
import { answerJson, createTestCms } from '../helpers/cms.ts'
import { listen } from '../helpers/listen.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { createSystem, mapIn, systems } from '../helpers/systems.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { createWordPress, postOf } from '../helpers/wordpress.ts'

type File = { url: string }

t.test('as recorded', async (t) => {
  const { get, post } = await createSystem(t, 'wordpress')

  await t.test(
    'an item of two sites: decoded titles, one number, files of each site below /media/',
    async (t) => {
      const { data } = await get('/api/home/article/list/news?lang=zh&page_size=2')
      t.equal(data.total, 40)
      const [first] = data.list
      t.match(first, { category: 'news', title: / & more$/, published_at: /^2026-11-12T01:30:00/ })
      t.match(first.cover, /^\/media\/\d{4}\/\d\d\/news-11\.jpg$/)
      t.ok(first.cover_sizes.length > 2)
      t.ok([...first.cover_sizes].every(({ url }: File) => url.startsWith('/media/')))
      t.ok(first.tags.length > 0)
      const zh = (await get('/api/home/article/info/tl-mag?lang=zh')).data
      const en = (await get('/api/home/article/info/tl-mag?lang=en')).data
      t.equal(zh.id, en.id)
      t.not(zh.title, en.title)
      t.strictSame(en.languages.toSorted(), ['en', 'zh'])
      t.ok(en.specs.length > 3)
      t.equal(en.items.length, 2)
      t.ok(en.attachments.length > 0)
      t.ok(en.attachments.every(({ url }: File) => url.startsWith('/media/site-en/')))
    },
  )

  await t.test(
    'about 0 is the page above the others where it has a text, else the first of them',
    async (t) => {
      const zh = (await get('/api/home/about/0?lang=zh')).data
      t.match(zh, { sign: 'about', body: /关于我们/ })
      t.equal(zh.siblings[1].sign, 'company')
      t.equal((await get('/api/home/about/0?lang=en')).data.sign, 'company')
    },
  )

  await t.test(
    'the menu has both titles, addresses of items here by their permalinks, and other sites',
    async (t) => {
      const menu = (await post('/api/home/route/tree', {})).data
      const mag = (await get('/api/home/article/info/tl-mag?lang=zh')).data
      const company = (await get('/api/home/about/info/company?lang=zh')).data
      t.match(menu[0], { title: { zh: '产品', en: 'Products' }, path: '/product' })
      t.match(menu[0].children, [{ path: `/product/${mag.id}` }])
      const about = menu.find(({ path }: { path: string }) => path === '/about')
      t.match(about.children, [{ title: { zh: '公司', en: 'Company' }, path: `/about/${company.id}` }])
      t.match(menu.at(-2), { title: { zh: '联系', en: 'Contact' }, path: '/contact' })
      t.match(menu.at(-1), { path: 'https://shop.example/', external: true })
    },
  )
})

t.test('links by permalink and by id lead to pages here', async (t) => {
  const { get } = await createWordPress(t, {
    posts: [
      postOf(1, {
        content: {
          rendered: '<a href="/?p=2#a">a</a> <a href="/2026/two/?x=1">b</a> <a href="/2026/no">c</a>',
        },
      }),
      postOf(2, { link: '/2026/two/' }),
    ],
  })
  const { data } = await get('/api/home/article/detail/1?lang=zh')
  t.match(data.body, /<a href="\/news\/2#a">a<\/a> <a href="\/news\/2">b<\/a> <a href="\/2026\/no">c<\/a>/)
})

t.test('without permalinks links lead to items by their ids, and by their types and signs', async (t) => {
  const urls = ['/?p=2#a', '/?page_id=7', '/?product=tl-mag', '/?p=99', '/?cat=1']
  const rendered = urls.map((url) => `<a href="${url}">x</a>`).join(' ')
  const { get } = await createWordPress(t, {
    posts: [
      postOf(1, { link: '/?p=1', content: { rendered, protected: false } }),
      postOf(2, { link: '/?p=2' }),
    ],
    pages: [postOf(7, { type: 'page', link: '/?page_id=7' })],
    product: [postOf(9, { type: 'product', slug: 'tl-mag', link: '/?product=tl-mag' })],
  })
  const { data } = await get('/api/home/article/detail/1?lang=zh')
  const found = [...data.body.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
  t.strictSame(found, ['/news/2#a', '/service/7', '/product/9', '/?p=99', '/'])
})

t.test('a link to a scheduled post is a link from its time on', async (t) => {
  let now = Date.parse('2026-11-25T08:00:00Z')
  const rendered = '<p><a href="/?p=3">预告</a> <a href="/?p=2">二</a></p>'
  const posts = [postOf(2), postOf(3, { status: 'future', date_gmt: '2026-11-25T09:00:00' })]
  // The first poll verifies the posts, not the pages.
  const pages = [postOf(7, { type: 'page', content: { rendered, protected: false } })]
  const { get, poll, cms } = await createWordPress(t, { posts, pages }, { clock: { now: () => now } })
  const bodyOf = async () => (await get('/api/home/article/detail/7?lang=zh')).data.body
  const readings = () => cms.requests.filter(({ url }) => /[?&]include=7(?:&|$)/.test(url)).length
  t.equal(await bodyOf(), '<p><a>预告</a> <a href="/news/2">二</a></p>')
  now = Date.parse('2026-11-25T09:00:00Z')
  const before = readings()
  await poll()
  t.equal(await bodyOf(), '<p><a href="/news/3">预告</a> <a href="/news/2">二</a></p>')
  const after = readings()
  t.ok(after > before, 'read again')
  await poll()
  t.equal(readings(), after, 'once')
})

t.test('a failure names the request, the status and what was expected', async (t) => {
  const { cms, lines, poll, get } = await createWordPress(t, { posts: [postOf(1)] })
  cms.answer('wp/v2/posts', (response) => response.writeHead(200).end('<b>Warning</b>: PHP\u0007'))
  await poll()
  await poll()
  const [found, ...others] = lines.filter(({ msg }) => msg === 'origin response rejected')
  t.match(found, { call: 'pull', status: 200, problem: /expected JSON/, path: /wp\/v2\/posts/ })
  t.match(String(found!['excerpt']), /<b>Warning<\/b>: PHP\\u0007/)
  t.equal(others.length, 0, 'once')
  t.equal((await get('/api/home/article/info/sign-1?lang=zh')).status, 200)
})

t.test('files: no program, no hidden file, no other folder; other header fields are dropped', async (t) => {
  const { cms, get, origin } = await createWordPress(t, {})
  cms.answer('/wp-content/uploads/a.jpg', (response) =>
    response
      .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '1', 'set-cookie': 'a=b' })
      .end('x'),
  )
  const found = await origin.send({ method: 'GET', path: '/media/a.jpg', headers: { cookie: 'c=d' } })
  t.equal(found.status, 200)
  t.strictSame(Object.keys(found.headers).sort(), ['content-length', 'content-type'])
  t.equal(cms.requests.at(-1)!.headers.cookie, undefined)
  for (const path of ['%2e%2e/wp-config', 'a.php', '.htaccess', 'a%2fb', ''])
    t.equal((await get(`/media/${path}`)).status, 404, path)
})

t.test('a site that rejects rest_route is read at /wp-json, and that is tried once', async (t) => {
  const cms = await createTestCms(t, 'wordpress')
  const paths: string[] = []
  const blocked = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://cms')
    paths.push(pathname)
    if (!pathname.startsWith('/wp-json')) return response.writeHead(403).end('<h1>Blocked</h1>')
    const route = encodeURIComponent(pathname.slice('/wp-json'.length))
    const query = search === '' ? '' : `&${search.slice(1)}`
    void fetch(`${cms.urls[0]}/?rest_route=${route}${query}`).then(async (found) => {
      response.writeHead(found.status, Object.fromEntries(found.headers)).end(await found.text())
    })
  })
  const env = { ...systems['wordpress']!(t, cms), API_BASE: await listen(t, blocked), API_MAP: mapIn(t, '') }
  const site = await createTestPulled(t, env, temporaryFolder(t))
  await site.ready()
  t.equal((await site.get('/api/home/article/list/news?lang=zh')).data.total, 40)
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

t.test(
  'a webhook of a post reads it again in each site, one of a term everything, one of the menu the menu',
  async (t) => {
    const posts = [postOf(1), postOf(2)]
    const { get, post, origin, cms, passOf } = await createWordPress(t, { posts })
    const titlesOf = async () => {
      const { data } = await get('/api/home/article/list/news?lang=zh')
      return data.list.map(({ title }: { title: string }) => title).sort()
    }
    posts[0] = postOf(1, { title: { rendered: 'A' } })
    posts[1] = postOf(2, { title: { rendered: 'B' } })
    await origin.changesOf?.({ post_id: 1, post_type: 'post', post_status: 'publish' })
    t.strictSame(await titlesOf(), ['A', '标题 2'])
    await passOf({ id: 7, type: 'category', slug: 'x' })
    t.strictSame(await titlesOf(), ['A', 'B'])
    posts.shift()
    await origin.changesOf?.({ post_id: 1, post_type: 'post', post_status: 'trash' })
    t.strictSame(await titlesOf(), ['B'])
    answerJson(cms, '/wp/v2/menu-items', [
      { id: 1, parent: 0, title: { rendered: 'M' }, url: `${cms.urls[0]}/?p=2` },
    ])
    await origin.changesOf?.({ post_id: 9, post_type: 'nav_menu_item', post_status: 'publish' })
    t.match((await post('/api/home/route/tree', {})).data, [{ title: { zh: 'M' }, path: '/news/2' }])
  },
)

t.test('a page of the company has the summary that the map names, and not the excerpt', async (t) => {
  const page = { type: 'page', slug: 'contact', excerpt: { rendered: '<p>Text</p>' }, acf: { lead: 'Lead' } }
  const summaryWith = async (fields: string) => {
    const { get } = await createWordPress(
      t,
      { pages: [postOf(1, page)] },
      { env: { API_MAP: mapIn(t, '', fields) } },
    )
    return (await get('/api/home/about/info/contact?lang=zh')).data.summary
  }
  t.equal(await summaryWith('about: { cover: acf.cover }'), undefined)
  t.equal(await summaryWith('about: { summary: acf.lead }'), 'Lead')
})

t.test('pictures of a gallery have sizes: those of ACF, and those of ids', async (t) => {
  const acf = {
    url: '/wp-content/uploads/a.jpg',
    alt: 'A',
    width: 1200,
    height: 900,
    sizes: {
      medium: '/wp-content/uploads/a-300.jpg',
      'medium-width': 300,
      'medium-height': 225,
      thumbnail: '/wp-content/uploads/a-150.jpg',
      'thumbnail-width': 150,
      'thumbnail-height': 150,
    },
  }
  const file = { id: 31, alt_text: 'B', source_url: '/wp-content/uploads/b.jpg' }
  const ofMedia = [{ ...file, media_details: { width: 800, height: 600, sizes: {} } }]
  const { get } = await createWordPress(
    t,
    { product: [acf, 31].map((one, at) => postOf(at + 1, { type: 'product', acf: { pictures: [one] } })) },
    {
      env: { API_MAP: mapIn(t, '', 'product: { gallery: acf.pictures }') },
      prepare: (cms) => answerJson(cms, 'include=31', ofMedia, { fields: { 'x-wp-total': '1' } }),
    },
  )
  const galleryOf = async (id: number) => (await get(`/api/home/article/detail/${id}?lang=zh`)).data.gallery
  const [first, ...others] = await galleryOf(1)
  t.equal(others.length, 0)
  t.match(first, { url: '/media/a.jpg', alt: 'A' })
  t.match(first.sizes, [
    { url: '/media/a-300.jpg', width: 300 },
    { url: '/media/a.jpg', width: 1200 },
  ])
  t.match(await galleryOf(2), [
    { url: '/media/b.jpg', alt: 'B', sizes: [{ url: '/media/b.jpg', width: 800 }] },
  ])
})

t.test('an entry with a password is not there, nor in a preview', async (t) => {
  const posts = [postOf(1, { content: { rendered: '', protected: true } }), postOf(2)]
  const site = await createWordPress(t, { posts })
  await expectAlone(t, site)
  posts[1] = postOf(2, { content: { rendered: '<p>秘密</p>', protected: true } })
  await site.origin.changesOf?.({ post_id: 2, post_type: 'post', post_status: 'publish' })
  t.equal((await site.get('/api/home/article/detail/2?lang=zh')).status, 404)
  t.equal((await site.preview('/api/home/article/detail/2?lang=zh')).status, 404)
})

async function expectAlone(t: Test, { get, preview }: Awaited<ReturnType<typeof createWordPress>>) {
  for (const read of [get, preview]) {
    const { data } = await read('/api/home/article/list/news?lang=zh')
    t.match([data.total, data.list], [1, [{ title: '标题 2' }]])
  }
}
