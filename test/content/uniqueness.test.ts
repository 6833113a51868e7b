// Uniqueness check: ids, signs, parents and media references across files.
import t, { type Test } from 'tap'
import { createWorld, type Files, page } from './world.ts'

const product = (id: number, more = '') => page(`title: p\nid: ${id}\n${more}`)

async function problemsOf(t: Test, files: Files) {
  const world = await createWorld(t, files)
  const problems = world.origin.problems().map(({ file, line, problem }) => [file, line, problem])
  const total = async (lang: string) => (await world.dataOf(`article/list/product?lang=${lang}`)).total
  return { world, problems, totals: [await total('zh'), await total('en')] }
}

t.test('of files with the same id the first one is kept, across all categories', async (t) => {
  const { world, problems } = await problemsOf(t, {
    'product/a.zh.md': product(1),
    'product/b.zh.md': product(1),
    'service/c.zh.md': product(1),
    'about/a.zh.md': product(1),
    'about/b.zh.md': product(1),
    'manual/a.zh.md': product(1),
  })
  t.strictSame(problems, [
    ['about/b.zh.md', 3, 'id 1 is already used by about/a.zh.md; the next free id is 2'],
    ['product/b.zh.md', 3, 'id 1 is already used by product/a.zh.md; the next free id is 2'],
    ['service/c.zh.md', 3, 'id 1 is already used by product/a.zh.md; the next free id is 2'],
  ])
  t.equal((await world.dataOf('article/detail/1?lang=zh')).category, 'product')
  t.equal((await world.get('/api/home/manual/1?lang=zh')).status, 200)
})

t.test('the two languages of an item must have the same name and id', async (t) => {
  const { problems, totals } = await problemsOf(t, {
    'product/a.en.md': product(1),
    'product/a.zh.md': product(2),
    'product/b.zh.md': product(3),
    'product/c.en.md': product(3),
  })
  t.match(problems, [
    ['product/a.zh.md', 3, 'id 2 differs from 1 in product/a.en.md'],
    [
      'product/c.en.md',
      3,
      /^id 3 is that of product\/b\.zh\.md: as its other language this file must be named product\/b\.en\.md;/,
    ],
  ])
  t.strictSame(totals, [1, 1])
})

t.test('a sign is unique within a language', async (t) => {
  const { problems, totals } = await problemsOf(t, {
    'product/a.zh.md': product(1, 'sign: undefined'),
    'product/a.en.md': product(1, 'sign: undefined'),
    'product/b.zh.md': product(2, 'tags: []\nsign: undefined'),
    'about/a.zh.md': product(1, 'sign: undefined'),
  })
  t.strictSame(problems, [['product/b.zh.md', 5, 'sign undefined is already used by product/a.zh.md']])
  t.strictSame(totals, [1, 1])
})

t.test('a parent must exist in the same folder and language, and be no sub-item', async (t) => {
  const { problems } = await problemsOf(t, {
    'product/a.zh.md': product(1),
    'product/b.zh.md': product(2, 'parent: 1'),
    'product/b.en.md': product(2, 'parent: 1'),
    'product/c.zh.md': product(3, 'parent: 2'),
    'product/d.zh.md': product(4, 'parent: 4'),
    'service/f.zh.md': product(6, 'parent: 1'),
  })
  const absent = 'parent 1 does not exist in this folder and language'
  t.strictSame(problems, [
    ['product/b.en.md', 4, absent],
    ['product/c.zh.md', 4, 'parent 2 is itself a sub-item (product/b.zh.md)'],
    ['product/d.zh.md', 4, 'parent 4 is itself a sub-item (product/d.zh.md)'],
    ['service/f.zh.md', 4, absent],
  ])
})

t.test('missing media files are reported, and the page is served without their size', async (t) => {
  const { world, problems } = await problemsOf(t, {
    'manual/a.zh.md': page(
      'id: 1\ntitle: 一\nattachments:\n  - name: PDF\n    url: /media/a.pdf',
      '![x](/media/images/b-1x1.svg)\n\n[y](/media/c.zip?v=1)\n',
    ),
    'banners.yaml': 'home:\n  - id: 1\n    zh: { title: 一, image: /media/../menu.yaml }\n',
    'media/c.zip': 'zip',
  })
  t.strictSame(problems, [
    ['manual/a.zh.md', 6, 'no such file: /media/a.pdf'],
    ['manual/a.zh.md', 8, 'no such file: /media/images/b-1x1.svg'],
    ['banners.yaml', 3, 'no such file: /media/../menu.yaml'],
  ])
  const { attachments } = await world.dataOf('manual/1?lang=zh')
  t.strictSame(attachments, [{ name: 'PDF', url: '/media/a.pdf' }])
})
