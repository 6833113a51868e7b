// Embedded content API: article detail and recommendations.
import t from 'tap'
import { readRecommends } from '../../shared/content/content.ts'
import { createWorld, page, richText } from './world.ts'

const published = '2026-03-02T09:30:00+08:00'

t.test('articleDetail returns all fields of the file, and no others', async (t) => {
  const world = await createWorld(t, {
    'product/pump.en.md': page(
      `id: 7
title: Pump
published_at: ${published}
tags: [Water]
sign: pump
author: Li
specs:
  - { name: Size, value: DN50 }
variants:
  - { code: P-50, size: DN50, attributes: [{ name: Seal, value: EPDM }] }
gallery:
  - { url: /media/images/pump-1200x675.svg, alt: A pump }
attachments:
  - { name: Sheet, url: /media/files/sheet.pdf }
  - { name: Elsewhere, url: 'https://files.example/a.pdf' }`,
      'It pumps.\n',
    ),
    'product/small.en.md': page('id: 71\ntitle: Small pump\nparent: 7'),
    'media/images/pump-1200x675.svg': '<svg/>',
    'media/files/sheet.pdf': '12345',
  })
  const expected = {
    id: 7,
    category: 'product',
    title: 'Pump',
    published_at: published,
    tags: ['Water'],
    sign: 'pump',
    body: '<p>It pumps.</p>\n',
    author: 'Li',
    items: [{ id: 71, category: 'product', title: 'Small pump', tags: [] }],
    specs: [{ name: 'Size', value: 'DN50' }],
    highlights: [],
    references: [],
    variants: [{ code: 'P-50', size: 'DN50', attributes: [{ name: 'Seal', value: 'EPDM' }] }],
    gallery: [{ url: '/media/images/pump-1200x675.svg', alt: 'A pump' }],
    attachments: [
      { name: 'Sheet', url: '/media/files/sheet.pdf', size: 5 },
      { name: 'Elsewhere', url: 'https://files.example/a.pdf' },
    ],
    languages: ['en'],
  }
  const detail = await world.get('/api/home/article/detail/7?lang=en')
  t.equal(detail.status, 200)
  t.strictSame(detail.json, { success: true, data: expected, msg: '' })
  t.strictSame(await world.dataOf('article/info/pump?lang=en'), expected)
  t.strictSame(world.problems(), [])
})

t.test('recommendations: by shared tags, then by date, without the item and sub-items', async (t) => {
  const news = (id: number, day: number, tags: string, more = '') =>
    page(`id: ${id}\ntitle: n${id}\npublished_at: 2026-03-0${day}T09:30:00+08:00\ntags: [${tags}]\n${more}`)
  const world = await createWorld(t, {
    'news/a.zh.md': news(1, 1, 'a, b'),
    'news/b.zh.md': news(2, 2, ''),
    'news/c.zh.md': news(3, 3, 'b'),
    'news/d.zh.md': news(4, 4, 'c'),
    'news/e.zh.md': news(5, 5, 'a, b', 'listed: false'),
    'news/f.zh.md': news(6, 6, 'a, b', 'parent: 1'),
    'news/g.zh.md': news(7, 2, 'a, b'),
    'news/h.zh.md': news(8, 9, ''),
    'news/h.en.md': news(8, 9, ''),
    'service/i.zh.md': page('id: 9\ntitle: s\ntags: [a, b]'),
  })
  const ids = async (body: object) => {
    const { json } = await world.post('/api/home/article/recommends/news', body)
    return readRecommends(json.data, richText).map(({ id }) => id)
  }
  t.strictSame(await ids({ lang: 'zh', id: 1 }), [7, 3, 8], 'three by default')
  t.strictSame(await ids({ lang: 'zh', id: 1, limit: 12 }), [7, 3, 8, 4, 2])
  t.strictSame(await ids({ lang: 'zh', id: '1', limit: '1' }), [7], 'a query sent as body has text')
  t.strictSame(await ids({ lang: 'zh', limit: 0 }), [8], 'at least one')
  t.strictSame(await ids({ lang: 'zh', limit: 99 }), [8, 4, 3, 2, 7, 1], 'without an item the newest')
  t.strictSame(await ids({ lang: 'zh', id: 999, limit: 1 }), [8])
  t.strictSame(await ids({ lang: 'zh', id: 9, limit: 2 }), [7, 1], 'an item of another category')
  t.strictSame(await ids({ lang: 'en', id: 1 }), [8])
  t.equal((await world.post('/api/home/article/recommends/about', { lang: 'zh' })).status, 404)
})

t.test('`languages` are those in which the call has an item; in another one it is a 404', async (t) => {
  const world = await createWorld(t, {
    'product/a.zh.md': page('id: 1\ntitle: 一\nsign: one'),
    'product/a.en.md': page('id: 1\ntitle: One\nsign: first'),
    'product/b.en.md': page('id: 2\ntitle: Two\nsign: two'),
    'product/b.zh.md': page('id: 2\ntitle: [] # left out'),
    'about/c.zh.md': page('id: 1\ntitle: 公司\nsign: company'),
    'about/c.en.md': page('id: 1\ntitle: Company\nsign: company'),
    'manual/d.zh.md': page('id: 1\ntitle: 手册'),
    'download/e.zh.md': page('id: 36\ntitle: 资料'),
    'download/e.en.md': page('id: 36\ntitle: Documents'),
  })
  const expected = {
    'article/detail/1?lang=zh': ['zh', 'en'],
    'article/detail/1?lang=en': ['zh', 'en'],
    'article/info/one?lang=zh': ['zh'],
    'article/info/first?lang=en': ['en'],
    'article/info/one?lang=en': undefined,
    'article/detail/2?lang=en': ['en'],
    'article/detail/2?lang=zh': undefined,
    'about/1?lang=en': ['zh', 'en'],
    'about/info/company?lang=zh': ['zh', 'en'],
    'manual/1?lang=zh': ['zh'],
    'manual/1?lang=en': undefined,
    'download/36?lang=zh': ['zh', 'en'],
  }
  for (const [call, languages] of Object.entries(expected)) {
    const { status, json } = await world.get(`/api/home/${call}`)
    t.strictSame([status, json.data?.languages], [languages ? 200 : 404, languages], call)
  }
})
