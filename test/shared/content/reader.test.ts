// Readers: valid values, missing values, and the field path of errors.
import t from 'tap'
import * as reader from '../../../shared/content/reader.ts'

const richText: reader.RichText = (html) => `safe(${html})` as reader.SafeHtml
const read = <T>(of: reader.Reader<T>, value: unknown): T => of(value, richText)
const problem = (of: reader.Reader<unknown>, value: unknown) => {
  try {
    read(of, value)
    return 'no problem'
  } catch (error) {
    if (!reader.isContentError(error)) throw error
    return `${error.field}: ${error.message}`
  }
}

t.test('a value of the right type is accepted', async (t) => {
  t.equal(read(reader.text, ''), '')
  t.equal(read(reader.number, -1.5), -1.5)
  t.equal(read(reader.flag, false), false)
  t.equal(read(reader.html, '<p>'), 'safe(<p>)')
  t.equal(read(reader.date, '2026-03-02T09:30:00+08:00'), '2026-03-02T09:30:00+08:00')
  t.equal(read(reader.oneOf('a', 'b'), 'b'), 'b')
})

t.test('a value of the wrong type is a content error', async (t) => {
  t.equal(problem(reader.text, 1), ': expected text, got number')
  t.equal(problem(reader.text, undefined), ': expected text, got undefined')
  t.equal(problem(reader.number, '1'), ': expected number, got string')
  t.equal(problem(reader.number, Number.NaN), ': expected number, got number')
  t.equal(problem(reader.flag, 0), ': expected boolean, got number')
  t.equal(problem(reader.html, null), ': expected text, got null')
  t.equal(problem(reader.date, 20260302), ': expected text, got number')
  t.equal(problem(reader.url, {}), ': expected text, got object')
  t.equal(problem(reader.oneOf('a', 'b'), 'c'), ': expected a or b, got string')
  t.equal(problem(reader.list(reader.text), 'a'), ': expected list, got string')
  t.equal(problem(reader.record(reader.text), []), ': expected object, got list')
  t.equal(problem(reader.object({}), null), ': expected object, got null')
})

t.test('an error has the path of the invalid field', async (t) => {
  const content = reader.object({
    list: reader.list(reader.object({ title: reader.text })),
    labels: reader.record(reader.text),
  })
  t.equal(
    problem(content, { list: [{ title: 'a' }, { title: 1 }], labels: {} }),
    'list.1.title: expected text, got number',
  )
  t.equal(problem(content, { list: [], labels: { home: null } }), 'labels.home: expected text, got null')
})

t.test('a date has an offset, +08:00 by default', async (t) => {
  for (const [value, expected] of [
    ['2026-11-20', '2026-11-20T00:00:00+08:00'],
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00+08:00'],
    ['2026-11-20 10:00:00', '2026-11-20T10:00:00+08:00'],
    ['2026/11/20 10:00', '2026-11-20T10:00:00+08:00'],
    [' 2026-11-20T10:00:00.5 ', '2026-11-20T10:00:00.5+08:00'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20 10:00:00 -0500', '2026-11-20T10:00:00-05:00'],
    ['2026-11-20T10:00:00+08', '2026-11-20T10:00:00+08:00'],
  ] as const)
    t.equal(read(reader.date, value), expected, value)
})

t.test('an invalid date reads as missing', async (t) => {
  for (const value of [
    '',
    'soon',
    '2026-13-45',
    '昨天',
    '0000-00-00 00:00:00',
    '2026-11/20',
    '2026-11-20T25:00',
  ])
    t.equal(read(reader.date, value), undefined, value)
})

t.test('an optional value may be missing or null, but not of another type', async (t) => {
  t.equal(read(reader.optional(reader.text), undefined), undefined)
  t.equal(read(reader.optional(reader.text), null), undefined)
  t.equal(problem(reader.optional(reader.text), 0), ': expected text, got number')
})

t.test('a missing list is empty', async (t) => {
  for (const value of [undefined, null, []]) t.strictSame(read(reader.list(reader.text), value), [])
})

t.test('unknown fields are ignored', async (t) => {
  t.strictSame(read(reader.object({ a: reader.text }), { a: 'x', b: 'y' }), { a: 'x' })
})

t.test('a record cannot set the prototype', async (t) => {
  const content = read(reader.record(reader.text), JSON.parse('{"__proto__":"x","toString":"y"}'))
  t.strictSame(Object.entries(content), [
    ['__proto__', 'x'],
    ['toString', 'y'],
  ])
  t.equal(({} as Record<string, unknown>)['x'], undefined)
})
