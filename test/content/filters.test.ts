// Embedded content API: lists by tag and facet with their counts, families, documents of products, the index of manuals.
import t from 'tap'
import { createWorld, type Files, page } from './world.ts'

const product = (id: number, more: string) => page(`id: ${id}\ntitle: P${id}\norder: ${id}\n${more}`)
const files: Files = {
  'product/a.en.md': product(
    1,
    'tags: [Flow, Pipe]\nfamily: Flow\nfacets: { Medium: [Clean, Waste], Size: [DN80] }',
  ),
  'product/b.en.md': product(
    2,
    'tags: [Level]\nfamily: Level\nfacets: { Medium: [Waste], Principle: [Radar] }',
  ),
  'product/c.en.md': product(
    3,
    'tags: [Flow]\nfamily: Flow\nfacets: { Medium: [Clean], Size: [DN15] }\nsummary: pump',
  ),
  'product/d.en.md': product(4, 'tags: [Flow]\nlisted: false\nfacets: { Medium: [Clean] }'),
  'product/e.en.md': product(5, 'tags: [Level]'),
}
const list = 'article/list/product?lang=en'
const world = await createWorld(t, files)

t.test('the list has the articles with a tag, of the whole section', async (t) => {
  const idsOf = async (query: string) => {
    const { list: items, total } = await world.dataOf(list + query)
    return { ids: items.map(({ id }: { id: number }) => id), total }
  }
  t.strictSame(await idsOf('&tag=Flow'), { ids: [1, 3], total: 2 })
  t.strictSame(await idsOf('&tag=Flow&page_size=1&page=2'), { ids: [3], total: 2 })
  t.strictSame(await idsOf('&tag=flow'), { ids: [], total: 0 })
  t.strictSame(await idsOf('&filter=Medium:Waste'), { ids: [1, 2], total: 2 })
  t.strictSame(await idsOf('&filter=Medium:Waste&filter=Principle:Radar'), { ids: [2], total: 1 })
  t.strictSame(await idsOf('&tag=Flow&filter=Medium:Clean&keywords=pump'), { ids: [3], total: 1 })
  t.strictSame(await idsOf(`&tag=${encodeURIComponent("' or 1=1 --")}`), { ids: [], total: 0 })
})

t.test('counts are those of the list that a choice leads to, in a constant order', async (t) => {
  const countsOf = async (query: string) => {
    const { tags, facets } = await world.dataOf(`${list}&counts=1${query}`)
    const line = ({ name, count }: { name: string; count: number }) => `${name} ${count}`
    return {
      tags: tags.map(line).join(', '),
      ...Object.fromEntries(
        facets.map(({ name, values }: { name: string; values: never[] }) => [
          name,
          values.map(line).join(', '),
        ]),
      ),
    }
  }
  t.strictSame(
    await countsOf(''),
    {
      tags: 'Flow 2, Level 2, Pipe 1',
      Medium: 'Clean 2, Waste 2',
      Size: 'DN80 1, DN15 1',
      Principle: 'Radar 1',
    },
    'as many: in the order of the list',
  )
  t.strictSame(await countsOf('&filter=Medium:Clean'), {
    tags: 'Flow 2, Level 0, Pipe 1',
    Medium: 'Clean 2, Waste 2',
    Size: 'DN80 1, DN15 1',
    Principle: 'Radar 0',
  })
  t.strictSame(await countsOf('&tag=Level'), {
    tags: 'Flow 2, Level 2, Pipe 1',
    Medium: 'Clean 0, Waste 1',
    Size: 'DN80 0, DN15 0',
    Principle: 'Radar 1',
  })
  t.equal((await countsOf('&keywords=pump')).tags, 'Flow 1, Level 0, Pipe 0')
  t.notOk('tags' in (await world.dataOf(list)), 'only where they are wanted')
})

t.test('products are listed by family, in the order of the first of each; the neighbours too', async (t) => {
  const { list: items } = await world.dataOf(`${list}&counts=1`)
  t.strictSame(
    items.map(({ id, family }: { id: number; family?: string }) => [id, family]),
    [
      [1, 'Flow'],
      [3, 'Flow'],
      [2, 'Level'],
      [5, undefined],
    ],
  )
  const { next, facets } = await world.dataOf('article/detail/1?lang=en')
  t.equal(next.id, 3)
  t.strictSame(facets, [
    { name: 'Medium', values: ['Clean', 'Waste'] },
    { name: 'Size', values: ['DN80'] },
  ])
})

t.test('a product names its files and manuals, each file once, and they name their products', async (t) => {
  const world = await createWorld(t, {
    ...files,
    'product/a.en.md': product(1, 'attachments: [{ name: Sheet of A, url: /media/a.pdf }]'),
    'download/docs.en.md': page(
      `id: 36
title: Docs
items:
  - { id: 1, name: Sheet, url: /media/a.pdf, products: [1] }
  - { id: 2, name: Table, url: /media/t.csv, version: '2', products: [1, 2] }`,
    ),
    'manual/a.en.md': page('id: 51\ntitle: Manual A\nsummary: All of it.\norder: 2\nproducts: [1]'),
    'manual/b.en.md': page('id: 52\ntitle: Manual B\norder: 1'),
    'manual/draft.en.md': page('id: 53\ntitle: Draft\ndraft: true\nproducts: [1]'),
    'media/a.pdf': 'a',
    'media/t.csv': 't,t',
  })
  const dataOf = (call: string) => world.dataOf(`${call}?lang=en`)
  const { attachments, documents, manuals } = await dataOf('article/detail/1')
  t.strictSame(attachments, [{ name: 'Sheet of A', url: '/media/a.pdf', size: 1 }])
  t.match(documents, [{ name: 'Table', url: '/media/t.csv', version: '2', size: 3 }])
  t.equal(documents.length, 1)
  t.strictSame(manuals, [{ id: 51, title: 'Manual A', summary: 'All of it.' }])
  const [one, two] = [
    { id: 1, title: 'P1' },
    { id: 2, title: 'P2' },
  ]
  t.match((await dataOf('download/36')).items, [{ products: [one] }, { products: [one, two] }])
  t.match(await dataOf('manual/0'), {
    id: 52,
    siblings: [{ id: 52 }, { id: 51, summary: 'All of it.', products: [one] }],
  })
})

t.test('products that do not exist are named with file and line', async (t) => {
  const world = await createWorld(t, {
    'manual/m.en.md': page('id: 1\ntitle: M\nproducts: [9]'),
    'download/d.en.md': page(
      'id: 36\ntitle: D\nitems:\n  - { id: 1, name: N, url: https://else.example/n.pdf,\n      products: [4] }',
    ),
  })
  t.strictSame(world.problems().sort(), [
    'download/d.en.md:6 product 4 does not exist in this language',
    'manual/m.en.md:4 product 9 does not exist in this language',
  ])
})
