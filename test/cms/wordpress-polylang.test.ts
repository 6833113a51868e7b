// WordPress with Polylang: one site with two languages, as recorded.
import t from 'tap'
import { createSystem } from '../helpers/systems.ts'

t.test('both languages of an item have the number of the Chinese post', async (t) => {
  const { get, cms } = await createSystem(t, 'wordpress-polylang')
  const zh = (await get('/api/home/article/info/tl-mag?lang=zh')).data
  const en = (await get('/api/home/article/info/tl-mag?lang=en')).data
  t.strictSame([zh.id, zh.sign, en.id, en.sign], [75, 'tl-mag', 75, 'tl-mag'])
  t.not(zh.title, en.title)
  for (const { languages } of [zh, en]) t.strictSame(languages.toSorted(), ['en', 'zh'])
  t.strictSame((await get('/api/home/article/info/tl-bench?lang=zh')).data.languages, ['zh'])
  t.equal((await get('/api/home/article/info/tl-bench?lang=en')).status, 404)
  t.ok(cms.requests.every(({ url }) => !url.includes('lang=&')))
})

t.test('lists have the entries of one language, and the menu of each language leads to items', async (t) => {
  const { get, post } = await createSystem(t, 'wordpress-polylang')
  const totals: Record<string, number> = {}
  for (const lang of ['zh', 'en']) {
    const { data } = await get(`/api/home/article/list/news?lang=${lang}&page_size=50`)
    totals[lang] = data.total
    for (const { title } of data.list) t.equal(/\p{Script=Han}/u.test(title), lang === 'zh', title)
  }
  t.strictSame(totals, { zh: 40, en: 38 })
  const menu = (await post('/api/home/route/tree', {})).data
  t.match(menu[0], {
    title: { zh: '产品', en: 'Products' },
    path: '/product',
    children: [{ path: '/product/75' }],
  })
})

t.test('Polylang without languages in the API of posts is named', async (t) => {
  const { cms, lines, origin } = await createSystem(t, 'wordpress-polylang')
  cms.answer('per_page=1&_fields=id,lang', (response) => response.end('[{"id":1}]'))
  await origin.changesOf?.({ type: 'site' })
  const line = lines.find(({ msg }) => msg === 'origin response rejected')
  t.match(line?.['problem'], /expected lang and translations in posts \(Polylang Pro\)/)
})
