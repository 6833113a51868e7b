// Failing parts: each optional part × each failure × each kind of origin, with a cold cache. Only the page's own item decides.
import t, { type Test } from 'tap'
import type { Origin, OriginRequest, OriginResponse } from '../../../server/base/origin.ts'
import { alternatesOf, find } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { botAgent, type Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang } from '../../helpers/upstream.ts'

type Fault = 'hang' | { status: number; type: string; body: string }

const json = (body: unknown, status = 200) => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})
const success = (data: unknown) => json({ success: true, data, msg: '' })

const faults: Record<string, Fault> = {
  404: json({ success: false, data: null, msg: 'none' }, 404),
  500: json({ message: 'no' }, 500),
  hang: 'hang',
  'a page of HTML': { status: 200, type: 'text/html', body: '<h1>Maintenance</h1>' },
  'a number for data': success(12),
  'a list of numbers for data': success([12]),
}

type Part = {
  url: string
  /** The start of the path of the call, with its query. */
  call: string
  isThere: (body: string) => boolean
  /** What a PHP origin sends for an empty object is a complete part where an object belongs whose fields are optional. */
  otherWrong?: Record<string, Fault>
  /** A 404 says that there is none: the page is complete without it. */
  mayBeMissing?: true
  /** Articles without `languages`, so that the other language is looked up. */
  withoutLanguages?: true
}

const notice = '<p class="quiet">这部分内容暂时无法显示'
const wrongObject = { 'an object for a list': success({ list: 1 }) }
const wrongList = { 'an empty list for an object': success([]) }

const parts: Record<string, Part> = {
  'banners of the home page': {
    url: '/zh',
    call: '/api/home/block/banner',
    isThere: (body) => body.includes('每一方水'),
    otherWrong: wrongObject,
  },
  'labels of the home page': {
    url: '/zh',
    call: '/api/home/block/label',
    isThere: (body) => body.includes('产品标签'),
  },
  'labels of a list': {
    url: '/news',
    call: '/api/home/block/label',
    isThere: (body) => body.includes('新闻简介'),
  },
  'a list of the home page': {
    url: '/zh',
    call: '/api/home/article/list/product',
    isThere: (body) => !body.includes(notice),
    otherWrong: wrongList,
  },
  // Without it the lists are searched, which have no sub-items.
  'the search call': {
    url: '/zh?keywords=%E8%A1%A8',
    call: '/api/home/search',
    isThere: (body) => body.includes('/product/11/12'),
    otherWrong: wrongList,
    mayBeMissing: true,
  },
  configuration: {
    url: '/news/1',
    call: '/api/home/config/base',
    isThere: (body) => body.includes('水表有限公司'),
    otherWrong: wrongList,
  },
  menu: {
    url: '/news/1',
    call: '/api/home/route/tree',
    isThere: (body) => body.includes('产品中心'),
    otherWrong: wrongObject,
  },
  recommendations: {
    url: '/news/1',
    call: '/api/home/article/recommends',
    isThere: (body) => !body.includes(notice),
    otherWrong: wrongObject,
  },
  'text beside the contact form': {
    url: '/contact',
    call: '/api/home/about/info/contact',
    isThere: (body) => body.includes('<div class="rich-text'),
    otherWrong: wrongList,
  },
  'product of an enquiry': {
    url: '/contact?product=11',
    call: '/api/home/article/detail/11',
    isThere: (body) => body.includes('name="product"'),
    otherWrong: wrongList,
    mayBeMissing: true,
  },
  'other language': {
    url: '/news/1',
    call: '/api/home/article/detail/1?lang=en',
    // Where the lookup fails the link stays, because most items exist in both languages.
    isThere: (body) => 'en-US' in alternatesOf(body),
    otherWrong: wrongList,
    mayBeMissing: true,
    withoutLanguages: true,
  },
}

const robot = { 'user-agent': botAgent }
/** Short only where a call hangs: a busy machine takes its time. */
const optionsFor = (fault: Fault | undefined) =>
  fault === 'hang' ? { partTimeoutMs: 100, originTimeoutMs: 1000, timeoutMs: 1000 } : {}

type CreateSite = (t: Test, part: Pick<Part, 'call' | 'withoutLanguages'>, fault?: Fault) => Promise<Site>

const origins: Record<string, CreateSite> = {
  embedded: (t, part, fault) =>
    createSmallSite(t, {
      ...optionsFor(fault),
      embedded: (send) => async (request) => {
        if (fault && request.path.startsWith(part.call)) return respond(fault)
        const response = await send(request)
        return part.withoutLanguages ? removeLanguages(request, response) : response
      },
    }),
  'an HTTP origin': async (t, part, fault) => {
    const site = await createSmallSite(t, optionsFor(fault))
    if (part.withoutLanguages)
      site.origin.patch('/api/home/article/detail', (data: object) => ({ ...data, languages: undefined }))
    if (fault) site.origin.answer(part.call, answerOf(fault))
    return site
  },
}

function respond(fault: Fault): ReturnType<Origin['send']> {
  if (fault === 'hang') return new Promise(() => {})
  const { status, type, body } = fault
  return Promise.resolve({ status, headers: { 'content-type': type }, body: Buffer.from(body) })
}

function answerOf(fault: Fault): Answer {
  if (fault === 'hang') return hang
  const { status, type, body } = fault
  return (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body)
}

function removeLanguages({ path }: OriginRequest, response: OriginResponse): OriginResponse {
  if (!path.startsWith('/api/home/article/detail')) return response
  const envelope = JSON.parse(String(response.body)) as { data: object }
  const body = Buffer.from(JSON.stringify({ ...envelope, data: { ...envelope.data, languages: undefined } }))
  return { status: response.status, headers: { 'content-type': 'application/json' }, body }
}

for (const [origin, createSite] of Object.entries(origins)) {
  for (const [name, part] of Object.entries(parts)) {
    const { url, call, isThere, otherWrong, mayBeMissing } = part
    t.test(`${origin}, ${name}: there when its call succeeds`, async (t) => {
      const site = await createSite(t, part)
      t.ok(isThere((await site.get(url, robot)).body))
    })
    for (const [failure, fault] of Object.entries({ ...faults, ...otherWrong })) {
      t.test(`${origin}, ${name}: ${failure} leaves the page at 200 without it`, async (t) => {
        const site = await createSite(t, part, fault)
        const { statusCode, body, headers } = await site.get(url, robot)
        t.equal(statusCode, 200)
        const isKept = name === 'other language' && failure !== '404'
        t.equal(isThere(body), isKept)
        if (failure === '404' && mayBeMissing) return
        t.match(headers['cache-control'], 'no-store', `${call} is not stored as complete`)
        if (url.startsWith('/contact')) t.match(body, /<form[^>]*data-form/)
      })
    }
  }

  t.test(`${origin}: the page's own item decides 404, 502 and 504`, async (t) => {
    const own: [url: string, call: string][] = [
      ['/news/1', '/api/home/article/detail/1'],
      ['/about/2', '/api/home/about/2'],
      ['/download37', '/api/home/download/37'],
      ['/manual/1', '/api/home/manual/1'],
      ['/detail_the-fair', '/api/home/article/info/the-fair'],
    ]
    for (const [url, call] of own) {
      for (const [failure, fault] of Object.entries({ ...faults, ...wrongList })) {
        const site = await createSite(t, { call }, fault)
        const expected = failure === '404' ? 404 : failure === 'hang' ? 504 : 502
        t.equal((await site.get(url, robot)).statusCode, expected, `${url}: ${failure}`)
      }
    }
  })

  t.test(`${origin}: a 404 for a list is a failure of the origin`, async (t) => {
    const site = await createSite(t, { call: '/api/home/article/list/news' }, faults['404'])
    t.equal((await site.get('/news', robot)).statusCode, 502)
  })

  for (const [failure, fault] of Object.entries(faults)) {
    t.test(`${origin}: sitemaps, feeds and llms.txt without a call: ${failure}`, async (t) => {
      for (const call of ['/api/home/config/base', '/api/home/route/tree', '/api/home/block/']) {
        const site = await createSite(t, { call }, fault)
        for (const url of [
          '/sitemap.xml',
          '/zh/sitemap.xml',
          '/en/sitemap-news.xml',
          '/feed.xml',
          '/llms.txt',
        ])
          t.equal((await site.get(url)).statusCode, 200, `${url} without ${call}`)
        t.match((await site.get('/en/sitemap.xml')).body, '/en/news/1')
      }
    })
  }

  t.test(`${origin}: a share card is drawn without the configuration`, async (t) => {
    const site = await createSite(t, { call: '/api/home/config/base' }, faults['500'])
    const page = await site.get('/product', robot)
    const card = find(page.body, /property="og:image" content="https:\/\/[^/"]*([^"]*\.png)"/)
    t.match(await site.get(card), { statusCode: 200, headers: { 'content-type': 'image/png' } })
  })
}
