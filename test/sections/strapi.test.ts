// A content system with sections in its map.
import t from 'tap'
import { createPulledStrapi } from '../helpers/pulled-strapi.ts'
import { entryOf } from '../helpers/strapi.ts'

const map = `sections:
  - { slug: coffees, kind: product, title: { zh: 咖啡, en: Coffees } }
  - { slug: news, kind: news, title: { zh: 新闻, en: News } }
  - { slug: careers, kind: article, title: { zh: 招聘, en: Careers } }
types:
  coffees: products
fields:
  coffees: { summary: taste }
`

t.test('the map lists the sections, and their items are in them', async (t) => {
  const site = await createPulledStrapi(
    t,
    {
      products: [entryOf(1, { taste: '花香' })],
      articles: [entryOf(2)],
      services: [entryOf(3)],
    },
    { map },
  )
  const { data } = await site.get('/api/home/article/list/coffees?lang=zh')
  t.match(data, { list: [{ category: 'coffees', title: '标题 1', summary: '花香' }] })
  t.equal((await site.get('/api/home/article/list/news?lang=zh')).data.total, 1)
  t.equal((await site.get('/api/home/article/list/careers?lang=zh')).data.total, 0)
  t.equal((await site.get('/api/home/article/list/product?lang=zh')).data, null)
  t.match(await site.textOf('site.yaml'), '"slug": "coffees"')
  const { data: menu } = await site.post('/api/home/route/tree', {})
  t.strictSame(
    menu.map(({ path }: { path: string }) => path),
    ['/coffees', '/news', '/contact'],
  )
})
