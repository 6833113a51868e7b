// Optional parts: only the page's own item is required; other parts that fail are left out.
import t from 'tap'
import { canonicalOf, titleOf } from '../../helpers/html.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { robot, siteUrl } from '../../helpers/site.ts'
import { reset } from '../../helpers/upstream.ts'
import {
  answerOf,
  missingResponses,
  ofData,
  type Wrong,
  wrongResponses,
} from '../../helpers/wrong-responses.ts'

/** Longer than a failure or a 404 is cached. */
const forgottenMs = 11_000
const notice = '<p class="quiet">这部分内容暂时无法显示'
const home = '/api/home'

type Part = [name: string, url: string, call: string, isThere: (body: string) => boolean, data: unknown]
/** Each with data of a wrong type for its call. */
const parts: Part[] = [
  ['banners of the home page', '/zh', 'block/banner', (body) => body.includes('每一方水'), { list: 1 }],
  ['labels of a list', '/news', 'block/label', (body) => body.includes('新闻简介'), 12],
  ['configuration', '/news/1', 'config/base', (body) => body.includes('水表有限公司'), []],
  ['menu', '/news/1', 'route/tree', (body) => body.includes('产品中心'), { list: 1 }],
  ['recommendations', '/news/1', 'article/recommends', (body) => !body.includes(notice), { list: 1 }],
  ['text beside the form', '/contact', 'about/info/contact', (body) => body.includes('class="rich-text'), []],
]
const patient = await createWorld(t)

for (const [part, url, call, isThere, data] of parts)
  t.test(`${part}: the page without it, and with it when the call works again`, async (t) => {
    const failures: Record<string, Wrong> = {
      'it hangs': 'hang',
      HTML: wrongResponses['HTML with 200']!,
      'data of a wrong type': ofData(data),
      // A contact page may have no text: that is not a part that failed.
      ...(url !== '/contact' && { 'HTTP 404': missingResponses['HTTP 404']! }),
    }
    for (const [name, wrong] of Object.entries(failures)) {
      // Only the part is timed; the other calls take what a busy machine needs.
      const world = wrong === 'hang' ? await createWorld(t, { partTimeoutMs: 100 }) : patient
      const { get, clock, purge, origin } = world
      const mend = origin.answer(`${home}/${call}`, answerOf(wrong))
      // It reads the configuration again.
      await purge({ all: true, mode: 'hard' })
      const page = await get(url, robot)
      t.equal(page.statusCode, 200, name)
      t.notOk(isThere(page.body), `left out: ${name}`)
      t.equal(page.headers['cache-control'], 'private, no-store', `not stored: ${name}`)
      if (url.startsWith('/contact')) t.match(page.body, /<form[^>]*data-form/, name)
      mend()
      if (wrong === 'hang') continue
      clock.advance(forgottenMs)
      const whole = await get(url, robot)
      t.ok(isThere(whole.body), `there again: ${name}`)
      t.match(whole.headers['cache-control'], 's-maxage=7200', name)
    }
  })

t.test('without configuration and menu titles are those of pages, and each is logged once', async (t) => {
  const { get, origin, lines } = await createWorld(t)
  for (const call of ['config/base', 'route/tree']) origin.answer(`${home}/${call}`, reset)
  const { body } = await get('/en/news/1')
  t.strictSame([titleOf(body), canonicalOf(body)], ['The fair', `${siteUrl}/en/news/1`])
  t.match(body, /<nav[^>]*data-menu/)
  t.notMatch(body, /menu-item|Meter Works/)
  const logged = lines.filter(({ level }) => level >= 50).map(({ msg, err }) => [msg, typeof err])
  t.strictSame(logged.toSorted(), [
    ['站点配置加载失败', 'object'],
    ['菜单初始化失败', 'object'],
  ])
  t.equal(origin.hits.filter((hit) => hit.includes('route/tree')).length, 2, 'one attempt and its retry')
})
