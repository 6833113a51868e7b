// The search call of the embedded content API: everything that has a page or a file, ranked, with typing mistakes corrected.
import t, { type Test } from 'tap'
import type { Search, SearchRow } from '../../shared/content/content.ts'
import { readSearch } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import { createWorld, type Files, page, richText } from '../content/world.ts'
import { ifLong } from '../helpers/long.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { words } from '../helpers/words.ts'
import { knownQueries, typedQueries } from './queries.ts'

async function createSearchWorld(t: Test, files: Files, options: { folder?: string } = {}) {
  const world = await createWorld(t, files, options)
  /** Throws where the response has no data. */
  const search = async (q: string, query: Record<string, string> = {}): Promise<Search> => {
    const { json } = await world.get(`/api/home/search?${new URLSearchParams({ lang: 'en', q, ...query })}`)
    return readSearch(json.data, richText)
  }
  return { world, search, find: async (q: string, query = {}) => (await search(q, query)).list.map(nameOf) }
}

/** As in the query sets. */
function nameOf({ kind, id, chapter, file }: SearchRow): string {
  if (file) return `file ${file.url.split('/').at(-1)}`
  return [kind, id, ...(chapter ? [chapter] : [])].join(' ')
}

function marked(pieces: SearchRow['title']): string {
  return pieces.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('')
}

t.test('each query has its items on top, and most of those that people type near it', ifLong, async (t) => {
  const { find } = await createSearchWorld(t, {}, { folder: sampleFolder })
  for (const [lang, queries] of Object.entries(knownQueries)) {
    for (const [query, top] of Object.entries(queries)) {
      const found = await find(query, { lang })
      const first = top.length > 0 ? found.slice(0, top.length) : found
      t.strictSame(first.sort(), [...top].sort(), `${query}: ${found.slice(0, top.length + 2)}`)
    }
    const missed: string[] = []
    for (const [query, meant] of Object.entries(typedQueries[lang as Locale])) {
      const found = (await find(query, { lang })).slice(0, 5)
      if (!found.some((name) => meant.includes(name))) missed.push(query)
    }
    t.ok(missed.length <= 2, missed.join())
  }
})

const meters: Files = {
  'product/meter.en.md': page(
    'id: 1\ntitle: Meter A\nsummary: A water meter\ntags: [Flats]\nattachments: [{ name: Sheet, url: /media/files/meter-a.pdf }]\nspecs: [{ name: Size, value: DN50 }]\nvariants: [{ code: MA-50 }]',
    'It measures **flow**.\n',
  ),
  'product/part.en.md': page('id: 2\ntitle: Cover of meter A\nparent: 1'),
  'product/hidden.en.md': page('id: 3\ntitle: Hidden meter\nlisted: false'),
  'product/privacy.en.md': page('id: 9\ntitle: Personal data\nsign: privacy\nlisted: false'),
  'product/draft.en.md': page('id: 4\ntitle: Draft meter\ndraft: true'),
  'news/old.en.md': page('id: 5\ntitle: Meter news\npublished_at: 2020-01-01'),
  'news/new.en.md': page('id: 6\ntitle: Meter news\npublished_at: 2025-01-01'),
  'about/company.en.md': page('id: 1\ntitle: About the meter works'),
  'manual/a.en.md': page(
    'id: 7\ntitle: Meter A manual',
    'Read all.\n\n## Reading a meter\n\nThree digits.\n\n## Care\n\nNone <b>.\n',
  ),
  'download/files.en.md': page(
    'id: 8\ntitle: Documents\nitems: [{ id: 81, name: Meter sheet, description: Sizes, version: "2", url: /media/files/sheet-2.pdf }]',
  ),
  'product/meter.zh.md': page('id: 1\ntitle: A 型水表'),
}
const { search, find, world } = await createSearchWorld(t, meters)

t.test('words that site.yaml names as synonyms find each other, as whole words', async (t) => {
  const synonyms = `synonyms: [[gauge, meter], ['"odd" *', 'NEAR(', flow], [the care of it, three digits]]`
  for (const site of [
    `en: { title: Works, ${synonyms} }\n`,
    `languages: [en]\ntitle: Works\n${synonyms}\n`,
  ]) {
    const { search, find, world } = await createSearchWorld(t, { ...meters, 'site.yaml': site })
    const meterOnly = await find('meter')
    t.ok(meterOnly.length > 3)
    t.strictSame((await find('Gauge')).sort(), [...meterOnly].sort())
    t.equal((await search('gauges')).total, 0, 'part of another word')
    t.ok((await find('"odd" *')).includes('product 1'), 'no syntax of the search engine')
    t.ok((await find('the care of it, gauge')).includes('manual 7 reading-a-meter'), 'two in one query')
    const { json } = await world.get('/api/home/article/list/product?lang=en&keywords=gauge')
    t.ok(json.data.total > 0, 'in lists as well')
  }
})

t.test('everything with a page or a file is found, hidden items and drafts are not', async (t) => {
  const { total, counts } = await search('meter')
  t.strictSame(counts, { product: 2, news: 2, about: 1, manual: 3, download: 1 })
  t.equal(total, 9)
  t.strictSame((await find('hidden')).length, 0)
  t.strictSame(await find('personal'), ['product 9'], 'but for the privacy policy')
  t.equal((await world.get('/api/home/article/list/product?lang=en&keywords=personal')).json.data.total, 0)
  t.strictSame(await find('draft meter'), await find('meter'), 'a word that nothing has')
  t.strictSame(await find('meter-a.pdf'), ['product 1'])
  t.strictSame(await find('sheet-2.pdf'), ['file sheet-2.pdf'])
  t.strictSame(await find('dn 50'), ['product 1'])
  t.strictSame(await find('水表'), [], 'the other language')
  t.strictSame(await find('水錶', { lang: 'zh' }), ['product 1'])
})

t.test('a row has what its address and its line on the page need', async (t) => {
  const row = async (q: string) => (await search(q)).list[0]!
  t.match(await row('cover'), { kind: 'product', id: 2, parent_id: 1 })
  t.match(await row('three digits'), {
    kind: 'manual',
    id: 7,
    chapter: 'reading-a-meter',
    within: 'Meter A manual',
  })
  const file = { name: 'Meter sheet', url: '/media/files/sheet-2.pdf' }
  t.match(await row('sizes'), { kind: 'download', id: 8, within: 'Documents', file })
  t.match(await row('meter news'), { kind: 'news', id: 6, published_at: '2025-01-01T00:00:00+08:00' })
  const { title, text } = await row('flow meters')
  t.equal(marked(title), '[Meter] A')
  t.equal(marked(text), 'A water [meter]')
  t.equal(marked((await row('flow')).text), 'It measures [flow]. Size DN50 MA-50 Sheet meter-a.pdf')
  t.equal(marked((await row('none')).text), '[None] <b>.', 'text, not HTML')
})

t.test('sections and pages of the results', async (t) => {
  const news = await search('meter', { kind: 'news' })
  t.equal(news.total, 2)
  t.equal(news.counts?.['manual'], 3, 'the other sections are counted')
  t.strictSame(news.list.map(nameOf), ['news 6', 'news 5'], 'recent before old')
  const all = await find('meter', { size: '50' })
  const pages = [await find('meter', { size: '4' }), await find('meter', { size: '4', page: '2' })]
  t.strictSame([...pages.flat(), ...(await find('meter', { size: '4', page: '3' }))], all)
  t.strictSame(await find('meter', { page: '4' }), [])
  t.equal((await find('meter', { kind: 'nothing', size: '-3', page: 'x' })).length, 1)
})

t.test('so many of each kind, the best first, as on the pages of the kinds', async (t) => {
  const { list, total, counts } = await search('meter', { per_kind: '1', size: '1', page: '2' })
  t.strictSame({ total, counts }, { total: 9, counts: (await search('meter')).counts })
  t.strictSame(list.map(({ kind }) => kind).sort(), Object.keys(counts ?? {}).sort())
  for (const row of list) t.equal(nameOf(row), (await find('meter', { kind: row.kind }))[0])
  const flat = await find('meter', { size: '50' })
  const places = list.map((row) => flat.indexOf(nameOf(row)))
  t.strictSame(
    places,
    places.toSorted((a, b) => a - b),
  )
  const ofOne = await find('meter', { kind: 'news', per_kind: '1' })
  t.strictSame(ofOne, await find('meter', { kind: 'news' }), 'a chosen kind is a page')
  t.strictSame(await find('meter', { sort: 'date', per_kind: '1' }), await find('meter', { sort: 'date' }))
})

t.test('typing mistakes, words that never occur together, and nothing at all', async (t) => {
  const corrected = await search('manaul')
  t.equal(corrected.corrected, 'manual')
  t.match(corrected.list, [{ kind: 'manual' }])
  const partial = await search('cover zebra')
  t.equal(partial.partial, true)
  t.match(partial.list, [{ id: 2 }])
  const nothing = await search('metrologist')
  t.strictSame([nothing.total, nothing.list, nothing.partial], [0, [], undefined])
  t.strictSame((await search('watters')).corrected, 'water')
})

const sizes: Files = {
  'product/a.en.md': page(
    'id: 1\ntitle: Meter\nspecs: [{ name: Size, value: DN15 to DN1200 }, { name: Depth, value: 0.5–10 m }]\nvariants: [{ code: M-80, size: DN80 }, { code: M-800, size: DN800, attributes: [{ name: Liner, value: PTFE }] }]',
  ),
  'product/b.en.md': page('id: 2\ntitle: Small meter\nsummary: For 15 to 50 mm and IP68'),
  'manual/a.en.md': page('id: 7\ntitle: Handbook\nproducts: [1]'),
}

t.test('a size is found in ranges, not in longer numbers, and its row is shown', async (t) => {
  const { search } = await createSearchWorld(t, sizes)
  type Found = [name: string, fragment: string | undefined, text: string]
  const manual: Found = ['manual 7', undefined, '']
  const found: Record<string, Found[]> = {
    DN80: [['product 1', 'variant-1', 'M-80 · [DN80]'], manual],
    '80 mm': [['product 1', 'variant-1', 'M-80 · [DN80]'], manual],
    '80口径': [['product 1', 'variant-1', 'M-80 · [DN80]'], manual],
    'm-80': [['product 1', 'variant-1', '[M]-[80] · DN80'], manual],
    'meter dn 800 ptfe': [['product 1', 'variant-2', 'M-800 · [DN800] · Liner [PTFE]']],
    DN1000: [['product 1', 'part-specs', 'Size [DN15 to DN1200]']],
    '7米': [['product 1', 'part-specs', 'Depth [0.5–10 m]']],
    '20mm': [
      ['product 2', undefined, 'For [15 to 50 mm] and IP68'],
      ['product 1', 'part-specs', 'Size [DN15 to DN1200]'],
    ],
    DN8: [],
    IP6: [],
  }
  for (const [query, rows] of Object.entries(found)) {
    const { list, corrected } = await search(query)
    t.strictSame(
      list.map((row) => [nameOf(row), row.fragment, marked(row.text)]),
      rows,
      query,
    )
    t.equal(corrected, undefined)
  }
})

t.test('hostile queries get a response', async (t) => {
  const hostile = words(String.raw`
    " ' * ( a:b {title}:x NEAR(a OR - %25 '; \ 1. 流"量
  `).concat('', '\u0000', '\ud800', '\u202e', 'e\u0301\u0301\u0301', 'x'.repeat(50_000), '"'.repeat(5000))
  for (const query of hostile) await search(query)
  t.match((await search('\u0001meter\u0002')).total, 9, 'the tables are still there')
})

t.test('by date the newest is first and undated items are last', async (t) => {
  const dated = (id: number, title: string, date: string) =>
    page(`id: ${id}\ntitle: ${title}\npublished_at: ${date}\ntags: [${title}]`, 'A meter.')
  const { find, world } = await createSearchWorld(t, {
    'product/a.en.md': page('id: 1\ntitle: Meter A', 'A meter.'),
    'news/a.en.md': dated(2, 'Meter', '2020-01-01'),
    'news/b.en.md': dated(3, 'Fair', '2025-01-01'),
    'news/c.en.md': dated(4, 'Meter', '2023-01-01'),
  })
  t.not((await find('meter'))[0], 'news 3', 'its title has the word')
  t.strictSame(await find('meter', { sort: 'date' }), ['news 3', 'news 4', 'news 2', 'product 1'])
  t.strictSame(await find('meter', { sort: 'date', kind: 'news', size: '1', page: '2' }), ['news 4'])

  const listed = async (query: string) => {
    const { json } = await world.get(`/api/home/article/list/news?lang=en&keywords=meter&${query}`)
    return (json.data as { list: { id: number }[] }).list.map(({ id }) => id)
  }
  t.strictSame(await listed('sort=date'), [3, 4, 2])
  t.strictSame(await listed('sort=date&tag=Meter'), [4, 2])
})

t.test(
  'long texts that have the words of the query everywhere, or at their end, are found in time',
  ifLong,
  async (t) => {
    const guide = (id: number) =>
      page(`id: ${id}\ntitle: Guide ${id}`, 'the measurement of flow '.repeat(9000))
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`product/g${at}.en.md`, guide(at + 1)]),
    )
    const { search } = await createSearchWorld(t, {
      ...files,
      'service/a.en.md': page('id: 11\ntitle: A', `${'Other words. '.repeat(3000)}Hydrosonde here.`),
    })
    t.match(marked((await search('hydrosonde')).list[0]!.text), '[Hydrosonde]')
    const { list, total } = await search('the measurement of flow')
    t.equal(total, 10)
    for (const { text } of list) t.match(marked(text), /^the \[measurement\] of \[flow\]/)
  },
)

t.test('a run of Chinese characters is marked whole where a text has it, else its words', async (t) => {
  const { search } = await createSearchWorld(t, {
    'product/a.zh.md': page('id: 1\ntitle: 电磁流量计', '流量计装在管道上。'),
    'product/b.zh.md': page('id: 2\ntitle: 乙', '电磁铁和流量计。'),
  })
  for (const query of ['电磁流量计', '電磁流量計']) {
    const { list } = await search(query, { lang: 'zh' })
    t.strictSame(
      list.map(({ title, text }) => [marked(title), marked(text)]),
      [
        ['[电磁流量计]', '[流量计]装在管道上。'],
        ['乙', '[电磁]铁和[流量计]。'],
      ],
      query,
    )
  }
})

t.test('what was copied from a PDF is found: soft hyphens, radicals, units in one character', async (t) => {
  const { search, find } = await createSearchWorld(t, {
    'product/a.en.md': page('id: 1\ntitle: A', 'The cali\u00adbra\u00adtion of 50㎡ and 3 ㎜\n'),
    'product/b.zh.md': page('id: 2\ntitle: 乙', '\u2f54表和\uf900\n'),
  })
  for (const query of ['calibration', 'cali\u00adbration', '㎡', 'm2', '50m2', '50㎡', 'm²', 'mm'])
    t.strictSame(await find(query), ['product 1'], query)
  t.match(marked((await search('calibration')).list[0]!.text), '[cali\u00adbra\u00adtion]')
  for (const query of ['水表', '\u2f54表', '豈'])
    t.strictSame(await find(query, { lang: 'zh' }), ['product 2'], query)
})
