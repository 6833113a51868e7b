// Site configuration or menu fails: logged, and the page is rendered without it.
import t from 'tap'
import { canonicalOf, titleOf } from '../../helpers/html.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang, reset, status } from '../../helpers/upstream.ts'
import { answerOf, ofData } from '../../helpers/wrong-responses.ts'

const config = '/api/home/config/base'
const menu = '/api/home/route/tree'
const menuFailed = '菜单初始化失败'
const failures = {
  'HTTP 500': status(500),
  'HTTP 404': status(404),
  'a wrong field': answerOf(ofData([{ id: 1, title: 'x' }])),
  'a connection that breaks': reset,
}

for (const [name, answer] of Object.entries(failures)) {
  t.test(`the menu fails with ${name}: the page has none, and it is logged once`, async (t) => {
    const site = await createSmallSite(t)
    site.origin.answer(menu, answer)
    const { body } = await site.get('/news/1')
    t.equal(titleOf(body), '展会 | 水表厂')
    t.match(body, /<nav[^>]*data-menu/)
    t.notMatch(body, 'menu-item')
    const logged = site.lines.filter(({ level }) => level >= 50)
    t.match(logged, [{ level: 50, msg: menuFailed, err: Object }])
    t.equal(logged.length, 1)
  })

  t.test(
    `the configuration fails with ${name}: titles are those of pages, and it is logged once`,
    async (t) => {
      const site = await createSmallSite(t)
      site.origin.answer(config, answer)
      const { body } = await site.get('/en/news/1')
      t.equal(titleOf(body), 'The fair')
      t.equal(canonicalOf(body), `${siteUrl}/en/news/1`)
      t.match(body, 'Latest news')
      t.notMatch(body, 'Meter Works')
      const logged = site.lines.filter(({ level }) => level >= 50)
      t.match(logged, [{ level: 50, msg: '站点配置加载失败', err: Object }])
      t.equal(logged.length, 1)
    },
  )
}

t.test('configuration and menu hang: the page is rendered after the timeout', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 2000 })
  for (const call of [config, menu]) site.origin.answer(call, hang)
  const { statusCode, body } = await site.get('/news/1')
  t.equal(statusCode, 200)
  t.equal(titleOf(body), '展会')
  const [logged] = site.lines.filter(({ msg }) => msg === menuFailed)
  t.match(logged, { level: 50, err: { kind: 'timeout' } })
})

t.test('configuration and menu fail, for the home page, a bot and an error page', async (t) => {
  const site = await createSmallSite(t)
  for (const call of [config, menu]) site.origin.answer(call, reset)
  t.match((await site.get('/en')).body, 'Every cubic metre')
  t.equal((await site.get('/news/1', { 'user-agent': botAgent })).statusCode, 200)
  const missing = await site.get('/fr')
  t.equal(missing.statusCode, 404)
  t.equal(titleOf(missing.body), '404 - Page Not Found: /fr')
})

t.test('the menu is loaded once for a page: one attempt and its retry', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer(menu, status(500))
  await site.get('/news')
  t.equal(site.origin.hits.filter((hit) => hit === `POST ${menu}`).length, 2)
  t.equal(site.lines.filter(({ msg }) => msg === menuFailed).length, 1)
})
