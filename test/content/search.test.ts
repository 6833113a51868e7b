// Content search: keywords in Chinese and English.
import t, { type Test } from 'tap'
import { createWorld, page } from './world.ts'

async function createSearchWorld(t: Test) {
  const world = await createWorld(t, {
    'product/a.zh.md': page(
      'id: 1\ntitle: 高压离心泵 PumpMax\nsummary: 扬程达到 100%，“不锈钢”泵壳',
      '## 维护\n\n每年更换**机械**密封，注意事项见\n手册。\n\n| 参数 | 值 |\n|---|---|\n| 型号 | a_b |\n\n`q=1;`\n',
    ),
    'product/b.zh.md': page(
      'id: 2\ntitle: 蝶阀\nsummary: Butterfly valve，用于 Ｎｂ－ＩｏＴ 网关',
      '50 % 开度，水泵 前后。\n',
    ),
    'product/c.zh.md': page('id: 3\ntitle: 隐藏的离心泵\nlisted: false'),
    'product/d.zh.md': page('id: 4\ntitle: 离心泵附件\nparent: 1'),
    'product/a.en.md': page(
      'id: 1\ntitle: Centrifugal pump',
      'It’s **self**-priming; see *Section\n4* below. 离心泵\n',
    ),
    'service/e.zh.md': page('id: 5\ntitle: 离心泵检修'),
  })
  return async (keywords: string, lang = 'zh') => {
    const query = new URLSearchParams({ lang, keywords })
    const { status, json } = await world.get(`/api/home/article/list/product?${query}`)
    t.equal(status, 200, JSON.stringify(keywords.slice(0, 40)))
    t.equal(json.data.total, json.data.list.length)
    return json.data.list.map((item: { id: number }) => item.id)
  }
}

t.test('Chinese words of any length are found, without word boundaries', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find('泵'), [1, 2])
  t.strictSame(await find('心泵'), [1])
  t.strictSame(await find('离心泵'), [1], 'neither unlisted nor sub-item nor another category')
  t.strictSame(await find('压离心'), [1])
  t.strictSame(await find('机械密封'), [1], 'across emphasis')
  t.strictSame(await find('事项见手册'), [1], 'across a line end in the source')
  t.strictSame(await find('型号'), [1], 'in a table')
  t.strictSame(await find('泵离'), [])
  t.strictSame(await find('没有这个词'), [])
})

t.test('English and mixed script are found in any case and width', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find('PUMPMAX'), [1])
  t.strictSame(await find('pumpm'), [1], 'the start of a word')
  t.strictSame(await find('泵 PumpMax'), [1])
  t.strictSame(await find('心泵 pump'), [1])
  t.strictSame(await find('ｐｕｍｐ'), [1])
  t.strictSame(await find('nb-iot'), [2])
  t.strictSame(await find('ＮＢ'), [2])
  t.strictSame(await find('section 4', 'en'), [1])
  t.strictSame(await find('self-priming', 'en'), [1])
  t.strictSame(await find('centrifugal pumps', 'en'), [1], 'the plural')
  t.strictSame(await find('离心泵', 'en'), [1], 'Chinese in an English page')
  t.strictSame(await find('PumpMax', 'en'), [], 'the other language is not searched')
})

t.test('all words must occur as they are, in any field', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find('离心泵 不锈钢'), [1])
  t.strictSame(await find('密封\u3000泵 泵'), [1])
  t.strictSame(await find('离心泵 蝶阀'), [])
  t.strictSame(await find('蝶阀 水泵'), [2])
  t.strictSame(await find('离心泵 pumpmaxx'), [], 'typing mistakes are corrected by the search call only')
})

t.test('titles and tags come before texts', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find('泵'), [1, 2])
  t.strictSame(await find('维护'), [1])
  t.strictSame(await find('前后 蝶阀'), [2])
})

t.test('spaces and control characters alone are no search, punctuation alone finds nothing', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find(''), [1, 2])
  t.strictSame(await find(' \u3000\t\u0000'), [1, 2])
  t.strictSame(await find('蝶\u0000阀'), [2])
  for (const keywords of ['%', '_', '\\', '%%', '""', '"""', '*', '()', '，', '😀'])
    t.strictSame(await find(keywords), [], keywords)
})

t.test('punctuation in a word separates words', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find('100%，'), [1])
  t.strictSame(await find('“不锈钢”'), [1])
  t.strictSame(await find('q=1;'), [1])
  t.strictSame(await find('a_b'), [1])
})

t.test('FTS5 syntax has no meaning', async (t) => {
  const find = await createSearchWorld(t)
  const same = ['"离心泵"', '离心泵*', '^高压离心泵', '-离心泵', '(离心泵', ':离心泵', '离心泵"', '+离心泵']
  for (const keywords of same) t.strictSame(await find(keywords), [1], keywords)
  const none = [
    'title:离心泵',
    '{title body}:离心泵',
    '离心泵 OR 蝶阀阀',
    '离心泵 NOT 蝶阀阀',
    'NEAR(离心泵 蝶阀阀, 2)',
    '离心泵" OR "蝶阀',
    "' or 1=1 --",
    "离心泵'); drop table article; --",
  ]
  for (const keywords of none) t.strictSame(await find(keywords), [], keywords)
  t.strictSame(await find('离心泵'), [1], 'the table is still there')
})

t.test('very long and unusual keywords get a response', async (t) => {
  const find = await createSearchWorld(t)
  t.strictSame(await find('泵 '.repeat(3000)), [1, 2])
  t.strictSame(await find('长'.repeat(9000)), [])
  t.strictSame(await find('😀😀😀'), [])
  t.strictSame(await find('\ud800'), [])
})
