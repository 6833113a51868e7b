// Types of values in responses: ids, counts, colours, titles and the table of sections.
import t from 'tap'
import { type ContentError, isContentError } from '../../../shared/content/content-error.ts'
import type { Field, RichText, SafeHtml } from '../../../shared/content/reader.ts'
import { withoutBreaks } from '../../../shared/content/titles.ts'
import { readerOf } from '../../../shared/content/values.ts'
import { words } from '../../helpers/words.ts'

const x = (count: number) => 'x'.repeat(count)
const heading = (title: string) => (title.includes('b') ? (`<i>${title}</i>` as SafeHtml) : undefined)
const richText: RichText = Object.assign((html: string) => html as SafeHtml, {
  typography: { prose: (text: string) => `${text}!`, heading },
})

/** The value, or what is said of it in both languages. */
function read(type: Field['type'], value: unknown, typography: object = richText): unknown {
  try {
    const omitted = { omitted: [] }
    return readerOf({ type })(value, typography as RichText, omitted)
  } catch (error) {
    return isContentError(error) ? `${error.message} ${error.zh}` : error
  }
}

t.test('ids and counts may be digits; other values are named in both languages', async (t) => {
  const got = (expected: string, zh: string, value: string, zhOf: string) =>
    `expected ${expected}, got ${value} 应为${zh}，实际是${zhOf}`
  const rows: [type: Field['type'], value: unknown, expected: unknown][] = [
    ['id', '012', 12],
    ['id', '9'.repeat(15), 999_999_999_999_999],
    ['id', '0'.repeat(16), 'expected a whole number of at most 15 digits 应为最多 15 位的整数'],
    ['id', 2 ** 53, 'expected a whole number of at most 15 digits 应为最多 15 位的整数'],
    ['id', 1.5, 'expected a whole number of at most 15 digits 应为最多 15 位的整数'],
    ['id', '1x', got('number', '数字', 'string', '文本')],
    ['id', 'x1', got('number', '数字', 'string', '文本')],
    ['id', ['1'], got('number', '数字', 'list', '列表')],
    ['count', '012', 12],
    ['count', 1.5, 1.5],
    ['count', '1x', got('number', '数字', 'string', '文本')],
    ['count', 'x1', got('number', '数字', 'string', '文本')],
    ['count', ['1'], got('number', '数字', 'list', '列表')],
    ['number', Number.NaN, got('number', '数字', 'NaN', ' NaN')],
    ['flag', 'x', got('boolean', ' true 或 false', 'string', '文本')],
    ['text', null, got('text', '文本', 'null', '空值')],
    ['text', undefined, got('text', '文本', 'undefined', '空值')],
    ['text', true, got('text', '文本', 'boolean', ' true 或 false')],
    ['named', 1, got('object', '映射', 'number', '数字')],
    ['locale', 'fr', got('zh or en', ' zh 或 en', '"fr"', '"fr"')],
    ['locale', x(41), got('zh or en', ' zh 或 en', `"${x(40)}"`, `"${x(40)}"`)],
    ['languages', ['en', 'fr', 'zh'], ['en', 'zh']],
    ['colour', '#0B1b38', '#0b1b38'],
    ['prose', '1 m', '1 m!'],
    ...['x#0b1b38', '#0b1b38x', 'red'].map((colour): [Field['type'], string, string] => [
      'colour',
      colour,
      '',
    ]),
  ]
  for (const [type, value, expected] of rows) t.strictSame(read(type, value), expected, `${type} ${value}`)
  t.equal(
    read('prose', '1 m', (html: string) => html),
    '1 m',
  )
  for (const [date, expected] of Object.entries({
    '2028-02-29': '29T00:00:00+08:00',
    '2026-02-29T10:00:00Z': '',
    '2026-02-28 10:00 z': '28T10:00:00Z',
    '2026-02-28 23:30:15,25 -0330': '28T23:30:15.25-03:30',
    '2026-02-28 24:30': '',
    'x2026-02-28': '',
  }))
    t.equal(String(read('date', date) ?? '').slice(8), expected, date)
})

t.test('a title has the typography of its language, a claim its breaks beside it', async (t) => {
  const titled = (type: 'heading' | 'claim' | 'text', title: string, typography?: object) =>
    read({ title: { type } }, { title }, typography)
  t.strictSame(titled('heading', 'a|b'), { title: 'a|b', title_html: '<i>a|b</i>' })
  t.strictSame(titled('heading', 'a'), { title: 'a' })
  t.strictSame(titled('text', 'b'), { title: 'b' })
  t.strictSame(titled('claim', 'a'), { title: 'a' })
  t.strictSame(titled('claim', '<a> | b '), { title: '<a> b', title_html: '&lt;a&gt; <br><i> b </i>' })
  t.strictSame(titled('claim', 'a|c'), { title: 'ac', title_html: 'a<br>c' })
  t.strictSame(
    titled('claim', 'a|b', (html: string) => html),
    { title: 'ab' },
  )
  t.equal(withoutBreaks('a  b'), 'a  b')
})

t.test('a section has an address that no other page has', async (t) => {
  const section = (slug: string) => [{ slug, kind: 'news', title: 'A' }]
  const taken = words(`
    about contact download download36 manual api assets builds icons language livez healthz startupz readyz
    metrics media ops share site labels banners
  `)
  for (const slug of taken)
    t.match(read('sections', section(slug)), `/${slug} is an address that every site has`)
  for (const slug of words('zh en'))
    t.match(read('sections', section(slug)), `${slug} is the address of a language`)
  for (const slug of ['', 'A', '1a', 'a--b', 'a-', 'a_b', x(41)])
    t.match(read('sections', section(slug)), 'expected 1 to 40 small letters', slug)
  for (const slug of ['a', 'compare', 'our-work-2', 'download36x', 'mydownload36', x(40)])
    t.match(read('sections', section(slug)), [{ slug, title: { zh: 'A', en: 'A' } }])
  t.match(read('sections', []), 'expected at least one section')
  const omitted: ContentError[] = []
  const readBoth = readerOf({ type: { tags: { type: 'text', list: true }, sections: { type: 'sections' } } })
  t.match(readBoth({ tags: [7], sections: section('a') }, richText, { omitted }).sections, [{ slug: 'a' }])
  t.match(omitted, [{ field: 'tags.0' }])
  t.match(read('sections', [{ slug: 'a', kind: 'news' }]), 'expected object, got undefined')
  t.match(read('sections', [...section('a'), { slug: 'b' }]), 'expected news or product or article')
})
