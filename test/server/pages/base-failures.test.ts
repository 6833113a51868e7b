// Site configuration or menu fails: logged, and the page is rendered without it.
import t from 'tap'
import { canonicalOf, titleOf } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang, reset } from '../../helpers/upstream.ts'

const config = '/api/home/config/base'
const menu = '/api/home/route/tree'
const send =
  (status: number, body: unknown): Answer =>
  (_request, response) =>
    void response.writeHead(status).end(JSON.stringify(body))
const failures: Record<string, Answer> = {
  'HTTP 500': send(500, { message: 'no' }),
  'HTTP 404': send(404, {}),
  'success false': send(200, { success: false, msg: 'no' }),
  'data of the wrong type': send(200, { success: true, data: 'x' }),
  'a wrong field': send(200, { success: true, data: [{ id: 1, title: 'x' }] }),
  'a connection that breaks': reset,
}

t.test('the menu fails', async (t) => {
  for (const [name, answer] of Object.entries(failures)) {
    await t.test(name, async (t) => {
      const site = await createSmallSite(t)
      site.origin.answer(menu, answer)
      const { statusCode, body } = await site.get('/news/1')
      t.equal(statusCode, 200)
      t.equal(titleOf(body), '展会 | 水表厂')
      t.match(body, /<nav[^>]*data-menu/)
      t.notMatch(body, '产品中心')
      t.notMatch(body, 'menu-item')
      const logged = site.lines.filter(({ level }) => level >= 50)
      t.match(logged, [{ level: 50, msg: '菜单初始化失败', err: Object }])
      t.equal(logged.length, 1)
    })
  }
})

t.test('the configuration fails', async (t) => {
  for (const [name, answer] of Object.entries(failures)) {
    await t.test(name, async (t) => {
      const site = await createSmallSite(t)
      site.origin.answer(config, answer)
      const page = await site.get('/en/news/1')
      t.equal(page.statusCode, 200)
      t.equal(titleOf(page.body), 'The fair')
      t.equal(canonicalOf(page.body), 'https://www.tinglan.example/en/news/1')
      t.match(page.body, 'Latest news')
      t.notMatch(page.body, 'Meter Works')
      const logged = site.lines.filter(({ level }) => level >= 50)
      t.match(logged, [{ level: 50, msg: '站点配置加载失败', err: Object }])
      t.equal(logged.length, 1, 'once')
    })
  }
})

t.test('configuration and menu hang: the page is rendered after the timeout', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 500 })
  for (const call of [config, menu]) site.origin.answer(call, hang)
  const { statusCode, body } = await site.get('/news/1')
  t.equal(statusCode, 200)
  t.equal(titleOf(body), '展会')
  t.match(
    site.lines.filter(({ msg }) => msg === '菜单初始化失败'),
    [{ level: 50, err: { kind: 'timeout' } }],
  )
})

t.test('configuration and menu fail, also for a bot and for an error page', async (t) => {
  const site = await createSmallSite(t)
  for (const call of [config, menu]) site.origin.answer(call, reset)
  t.equal((await site.get('/news/1', { 'user-agent': botAgent })).statusCode, 200)
  const missing = await site.get('/fr')
  t.equal(missing.statusCode, 404)
  t.equal(titleOf(missing.body), '404 - Page Not Found: /fr')
})

t.test('the home page is rendered without a configuration', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer(config, reset)
  const { statusCode, body } = await site.get('/en')
  t.equal(statusCode, 200)
  t.match(body, 'Every cubic metre')
})

t.test('the menu is loaded once for a page: one attempt and its retry', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer(menu, send(500, {}))
  await site.get('/news')
  t.equal(site.origin.hits.filter((hit) => hit === `POST ${menu}`).length, 2)
  t.equal(site.lines.filter(({ msg }) => msg === '菜单初始化失败').length, 1)
})
