// Whole pages for bots: all parts are in place, whatever their size.
import t from 'tap'
import { elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const bot = { 'user-agent': botAgent }

t.test('a part larger than React’s default chunk size is in place', async (t) => {
  const site = await createSmallSite(t)
  const many = Array.from({ length: 200 }, (_, index) => ({
    id: index + 100,
    category: 'news',
    title: `Title ${index}`,
    summary: 'x'.repeat(500),
  }))
  site.origin.json('/api/home/article/recommends', { success: true, data: many })
  const { body } = await site.get('/en/news/1', bot)
  const aside = body.slice(body.indexOf('<aside class="block recommends'), body.indexOf('</aside>'))
  t.match(aside, 'Title 199')
  t.notMatch(body, /<template|<div hidden/)
  t.strictSame(inlineScriptsOf(body, site.build), [])
})

t.test('a streamed page has the same parts, with the scripts that insert them', async (t) => {
  const site = await createSmallSite(t)
  const { body } = await site.get('/en/news/1')
  t.match(body, 'New prices')
  t.match(body, `>${site.build.inlineScripts.start}</script>`)
  const modules = elementsOf(body).filter(({ attributes }) => attributes['type'] === 'module')
  const sources = modules.map(({ attributes }) => attributes['src'])
  t.strictSame(sources, site.build.developmentScripts)
})
