// Optional parts: only the page's own item is required; other parts that fail are left out.
import t from 'tap'
import type { Answer } from '../../helpers/origin.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang, reset } from '../../helpers/upstream.ts'
import { missingResponses, wrongResponses } from '../../helpers/wrong-responses.ts'

/** Longer than a failure or a 404 is cached. */
const forgottenMs = 11_000

/** A bot gets the whole page, which is stored if allowed. */
const robot = { 'user-agent': botAgent }
const notice = '<p class="quiet">这部分内容暂时无法显示'

type Part = {
  url: string
  call: string
  isThere: (body: string) => boolean
}

const parts: Record<string, Part> = {
  'banners of the home page': {
    url: '/zh',
    call: '/api/home/block/banner',
    isThere: (body) => body.includes('每一方水'),
  },
  'labels of the home page': {
    url: '/zh',
    call: '/api/home/block/label',
    isThere: (body) => body.includes('产品标签'),
  },
  'a list of the home page': {
    url: '/zh',
    call: '/api/home/article/list/product',
    isThere: (body) => !body.includes(notice),
  },
  'labels of a list': {
    url: '/news',
    call: '/api/home/block/label',
    isThere: (body) => body.includes('新闻简介'),
  },
  configuration: {
    url: '/news/1',
    call: '/api/home/config/base',
    isThere: (body) => body.includes('水表有限公司'),
  },
  menu: { url: '/news/1', call: '/api/home/route/tree', isThere: (body) => body.includes('产品中心') },
  recommendations: {
    url: '/news/1',
    call: '/api/home/article/recommends',
    isThere: (body) => !body.includes(notice),
  },
  'text beside the contact form': {
    url: '/contact',
    call: '/api/home/about/info/contact',
    isThere: (body) => body.includes('<div class="rich-text'),
  },
}

const failures: Record<string, Answer> = {
  ...wrongResponses,
  ...missingResponses,
  'success false': (_request, response) => void response.end('{"success":false,"data":null,"msg":"no"}'),
  'a connection that breaks': reset,
}

for (const [part, { url, call, isThere }] of Object.entries(parts)) {
  t.test(`${part}: the page without it, and with it when the origin works again`, async (t) => {
    const { get, origin, clock, purge } = await createWorld(t)
    for (const [name, answer] of Object.entries(failures)) {
      const mend = origin.answer(call, answer)
      const page = await get(url, robot)
      t.equal(page.statusCode, 200, name)
      t.notOk(isThere(page.body), `left out: ${name}`)
      t.equal(page.headers['cache-control'], 'private, no-store', `not stored: ${name}`)
      if (url === '/contact') t.match(page.body, '<form', name)
      mend()
      clock.advance(forgottenMs)
      const whole = await get(url, robot)
      t.ok(isThere(whole.body), `there again: ${name}`)
      t.match(whole.headers['cache-control'], 's-maxage=7200', name)
      await purge({ all: true, mode: 'hard' })
    }
  })

  t.test(`${part}: the page without it where it hangs`, async (t) => {
    const { get, origin } = await createSmallSite(t, { timeoutMs: 1500, partTimeoutMs: 100 })
    origin.answer(call, hang)
    const page = await get(url, robot)
    t.equal(page.statusCode, 200)
    t.notOk(isThere(page.body))
    t.equal(page.headers['cache-control'], 'private, no-store')
  })
}

t.test('an optional part that hangs ends long before the deadline of the call', async (t) => {
  const site = await createSmallSite(t, { partTimeoutMs: 100 })
  const calls = ['/api/home/block/', '/api/home/config/base', '/api/home/route/tree', '/api/home/about/info/']
  for (const call of calls) site.origin.answer(call, hang)
  for (const url of ['/', '/news', '/contact']) t.equal((await site.get(url)).statusCode, 200, url)
  const errors = site.lines.filter(({ msg }) => msg === 'part of a page missing').map(({ err }) => err)
  t.match(errors[0], { kind: 'timeout' })
})

t.test('feeds, sitemaps and llms.txt are served without configuration, menu and blocks', async (t) => {
  for (const [name, answer] of Object.entries({
    ...missingResponses,
    'HTTP 500': wrongResponses['HTTP 500']!,
  })) {
    const { get, origin } = await createWorld(t)
    for (const call of ['/api/home/config/base', '/api/home/route/tree', '/api/home/block/'])
      origin.answer(call, answer)
    for (const url of [
      '/feed.xml',
      '/en/news/atom.xml',
      '/feed.json',
      '/sitemap.xml',
      '/zh/sitemap.xml',
      '/llms.txt',
    ])
      t.equal((await get(url)).statusCode, 200, `${url}: ${name}`)
    t.match((await get('/zh/sitemap.xml')).body, '/news/1', name)
  }
})

t.test('a search shows the sections that were found', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer('/api/home/search', reset)
  site.origin.answer('/api/home/article/list/news', reset)
  const { statusCode, body } = await site.get('/?keywords=%E8%A1%A8')
  t.equal(statusCode, 200)
  t.match(body, 'href="/product/11"')
  site.origin.answer('/api/home/article/list', reset)
  t.equal((await site.get('/?keywords=%E6%B0%B4')).statusCode, 502)
})
