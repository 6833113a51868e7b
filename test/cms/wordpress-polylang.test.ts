// WordPress with Polylang: the contract from recorded responses of one site with two languages.
import t, { type Test } from 'tap'
import { createTestAdapted, createTestCms } from '../helpers/cms.ts'
import { recordedRequests } from './record.ts'

async function createWordPress(t: Test) {
  const cms = await createTestCms(t, 'wordpress-polylang')
  const map = t.testdir({
    'api-map.yaml':
      'menus: { zh: main, en: main-en }\nfields:\n  product: { specs: meta.specs, gallery: pictures }\n',
  })
  const { origin, lines } = await createTestAdapted(t, {
    ...{ API_KIND: 'wordpress', API_BASE: cms.urls[0]!, API_TOKEN: 'editor:a password' },
    API_MAP: `${map}/api-map.yaml`,
  })
  const get = async (path: string) => {
    const { status, body } = await origin.send({ method: 'GET', path, headers: {} })
    return { status, data: JSON.parse(String(body)).data }
  }
  return { cms, origin, lines, get }
}

t.test('every recorded call has data in its language, or does not exist', async (t) => {
  const { origin, lines } = await createWordPress(t)
  for (const request of recordedRequests) {
    const { status, body } = await origin.send(request)
    t.ok([200, 404].includes(status), `${request.path} ${status}`)
    const { title } = JSON.parse(String(body)).data ?? {}
    const isChinese = request.path.includes('lang=zh')
    if (typeof title === 'string')
      t.equal(/\p{Script=Han}/u.test(title), isChinese, `${request.path} ${title}`)
  }
  t.strictSame(
    lines.filter(({ msg }) => msg === 'origin response rejected'),
    [],
  )
})

t.test('both languages of an item have the number of the Chinese post', async (t) => {
  const { get, cms } = await createWordPress(t)
  const zh = (await get('/api/home/article/info/tl-mag?lang=zh')).data
  const en = (await get('/api/home/article/info/tl-mag?lang=en')).data
  t.equal(zh.id, en.id)
  t.match([zh.sign, en.sign], ['tl-mag', 'tl-mag'])
  t.not(zh.title, en.title)
  for (const { languages } of [zh, en]) t.strictSame(languages.toSorted(), ['en', 'zh'])
  t.ok(cms.requests.every(({ url }) => !url.includes('lang=&')))
})

t.test('lists have the entries of one language', async (t) => {
  const { get } = await createWordPress(t)
  const totals = []
  for (const lang of ['zh', 'en']) {
    const { data } = await get(`/api/home/article/list/news?lang=${lang}&page_size=2`)
    totals.push(data.total)
    t.equal(/\p{Script=Han}/u.test(data.list[0].title), lang === 'zh')
  }
  t.strictSame(totals, [40, 38])
})

t.test('an article without a translation has one language', async (t) => {
  const { get, cms } = await createWordPress(t)
  cms.answer('slug=tl-mag', (response) => {
    const found = { id: 7, slug: 'tl-mag', lang: 'zh', translations: { zh: 7 }, type: 'product', parent: 0 }
    response.end(JSON.stringify([{ ...found, title: { rendered: '流量计' }, content: { rendered: '' } }]))
  })
  t.strictSame((await get('/api/home/article/info/tl-mag?lang=zh')).data.languages, ['zh'])
})

t.test('Polylang without languages in the API of posts is named', async (t) => {
  const { origin, cms, lines } = await createWordPress(t)
  cms.answer('per_page=1&_fields=id,lang', (response) => response.end('[{"id":1}]'))
  const request = { method: 'GET', path: '/api/home/article/list/news?lang=zh', headers: {} }
  await t.rejects(origin.send(request))
  const line = lines.find(({ msg }) => msg === 'origin response rejected')
  t.match(line?.['problem'], /expected lang and translations in posts \(Polylang Pro\)/)
})
