// Embedded content API: lists of articles, their order, paging and neighbours.
import t from 'tap'
import { createWorld, type Files, page } from './world.ts'

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T09:30:00+08:00`
const news = (id: number, more = '') =>
  page(`id: ${id}\ntitle: 新闻 ${id}\npublished_at: ${day(id)}\n${more}`)

const idOf = ({ id }: { id: number }) => id

function manyNews(count: number): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`news/n${at + 1}.zh.md`, news(at + 1)]))
}

t.test('lists are sorted by order, then by date, then by id; undated items last', async (t) => {
  const product = (id: number, more: string) => page(`id: ${id}\ntitle: p${id}\n${more}`)
  const world = await createWorld(t, {
    'product/a.zh.md': product(1, `published_at: ${day(1)}`),
    'product/b.zh.md': product(2, ''),
    'product/c.zh.md': product(3, `published_at: ${day(9)}`),
    'product/d.zh.md': product(4, 'order: 2'),
    'product/e.zh.md': product(5, `order: -1\npublished_at: ${day(1)}`),
    // The same time in two notations.
    'product/g.zh.md': product(7, 'published_at: 2026-03-05T09:30:00+08:00'),
    'product/f.zh.md': product(6, 'published_at: 2026-03-05T01:30:00Z'),
  })
  const { list } = await world.dataOf('article/list/product?lang=zh')
  t.strictSame(list.map(idOf), [5, 4, 3, 6, 7, 1, 2])
})

t.test('paging: ten by default, page sizes are clamped, invalid numbers are ignored', async (t) => {
  const world = await createWorld(t, manyNews(12))
  const list = (query: string) => world.dataOf(`article/list/news?lang=zh${query}`)
  const shape = async (query: string) => {
    const { list: items, total, page, page_size } = await list(query)
    return [items.length, total, page, page_size]
  }
  t.strictSame(await shape(''), [10, 12, 1, 10])
  t.strictSame(await shape('&page=2'), [2, 12, 2, 10])
  t.strictSame(await shape('&page=2&page_size=6'), [6, 12, 2, 6])
  t.strictSame(await shape('&page=3&page_size=6'), [0, 12, 3, 6], 'past the end the total stays true')
  t.strictSame(await shape('&page=0&page_size=0'), [1, 12, 1, 1])

  t.strictSame(await shape('&page_size=51'), [12, 12, 1, 50])
  t.strictSame(await shape('&page=two&page_size=1.5'), [10, 12, 1, 10])
  t.strictSame(await shape('&page=999999999999999'), [0, 12, 10_000, 10])
  t.equal((await list('&page_size=1')).list[0].id, 12)
})

t.test('sub-items and unlisted articles are in no list, but can be read', async (t) => {
  const world = await createWorld(t, {
    'news/a.zh.md': news(1),
    'news/b.zh.md': news(2, 'parent: 1'),
    'news/c.zh.md': news(3, 'listed: false\nsign: hidden'),
    'news/d.zh.md': news(4, 'parent: 1\nlisted: false'),
  })
  const { total, list } = await world.dataOf('article/list/news?lang=zh')
  t.strictSame([total, list.map(idOf)], [1, [1]])
  t.equal((await world.dataOf('article/info/hidden?lang=zh')).id, 3)
  const parent = await world.dataOf('article/detail/1?lang=zh')
  t.strictSame(parent.items.map(idOf), [2])
  const child = await world.dataOf('article/detail/2?lang=zh')
  t.strictSame([child.parent_id, 'prev' in child, 'next' in child], [1, false, false])
})

t.test('prev and next follow the order of the list, within the category and the language', async (t) => {
  const world = await createWorld(t, {
    ...manyNews(3),
    'news/n2.en.md': page(`id: 2\ntitle: News 2\npublished_at: ${day(2)}`),
    'product/p.zh.md': page(`id: 10\ntitle: 泵\npublished_at: ${day(2)}`),
  })
  const neighbours = async (id: number, lang = 'zh') => {
    const { prev, next } = await world.dataOf(`article/detail/${id}?lang=${lang}`)
    return [prev, next]
  }
  t.strictSame(await neighbours(3), [undefined, { id: 2, title: '新闻 2' }])
  t.strictSame(await neighbours(2), [
    { id: 3, title: '新闻 3' },
    { id: 1, title: '新闻 1' },
  ])
  t.strictSame(await neighbours(1), [{ id: 2, title: '新闻 2' }, undefined])
  t.strictSame(await neighbours(2, 'en'), [undefined, undefined])
  t.strictSame(await neighbours(10), [undefined, undefined])
})
