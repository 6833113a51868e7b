// Lists by keywords, in Chinese and English.
import t from 'tap'
import { createWorld, page } from './world.ts'

const world = await createWorld(t, {
  'product/a.zh.md': page(
    'id: 1\ntitle: 高压离心泵 PumpMax\nsummary: 扬程达到 100%，“不锈钢”泵壳',
    '## 维护\n\n每年更换**机械**密封，注意事项见\n手册。\n\n| 参数 | 值 |\n|---|---|\n| 型号 | a_b |\n',
  ),
  'product/b.zh.md': page(
    'id: 2\ntitle: 蝶阀\nsummary: Butterfly valve，用于 Ｎｂ－ＩｏＴ 网关',
    '50 % 开度，水泵 前后。\n',
  ),
  'product/c.zh.md': page('id: 3\ntitle: 隐藏的离心泵\nlisted: false'),
  'product/d.zh.md': page('id: 4\ntitle: 离心泵附件\nparent: 1'),
  'product/a.en.md': page(
    'id: 1\ntitle: Centrifugal pump',
    'It’s **self**-priming; see *Section\n4* below.\n',
  ),
  'service/e.zh.md': page('id: 5\ntitle: 离心泵检修'),
})

const rows: Record<string, Record<string, number[]>> = {
  'Chinese words of any length, without word boundaries, in listed items of the category': {
    泵: [1, 2],
    心泵: [1],
    离心泵: [1],
    机械密封: [1],
    事项见手册: [1],
    型号: [1],
    泵离: [],
  },
  'words in any case and width, from their start': {
    PUMPMAX: [1],
    pumpm: [1],
    ｐｕｍｐ: [1],
    '心泵 pump': [1],
    'nb-iot': [2],
    a_b: [1],
    '100%，': [1],
    '“不锈钢”': [1],
  },
  'all words, as they are: typing mistakes are corrected by the search call only': {
    '密封\u3000泵 泵': [1],
    '前后 蝶阀': [2],
    '离心泵 蝶阀': [],
    '离心泵 pumpmaxx': [],
  },
  'spaces and control characters alone are no search, punctuation alone finds nothing': {
    ' \u3000\t\u0000': [1, 2],
    '蝶\u0000阀': [2],
    '%': [],
    '"': [],
    '，': [],
    '\ud800': [],
  },
  'syntax of the search engine has no meaning': {
    '"离心泵"': [1],
    '-离心泵': [1],
    '(离心泵': [1],
    'title:离心泵': [],
    '离心泵 OR 蝶阀阀': [],
    '离心泵" OR "蝶阀': [],
    "离心泵'); drop table article; --": [],
    离心泵: [1],
  },
  'very long keywords': { ['泵 '.repeat(3000)]: [1, 2], ['长'.repeat(9000)]: [] },
}

async function found(keywords: string, lang = 'zh'): Promise<number[]> {
  const { list } = await world.dataOf(`article/list/product?${new URLSearchParams({ lang, keywords })}`)
  return list.map(({ id }: { id: number }) => id)
}

for (const [name, queries] of Object.entries(rows))
  t.test(name, async (t) => {
    for (const [keywords, ids] of Object.entries(queries))
      t.strictSame(await found(keywords), ids, keywords.slice(0, 40))
  })

t.test('English words, and their plurals; the other language is not searched', async (t) => {
  for (const keywords of ['section 4', 'self-priming', 'centrifugal pumps'])
    t.strictSame(await found(keywords, 'en'), [1], keywords)
  t.strictSame(await found('PumpMax', 'en'), [])
})
