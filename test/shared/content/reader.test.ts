// Readers: valid values, missing values, and the field path of errors.
import t from 'tap'
import {
  type Field,
  isContentError,
  oneOf,
  type RichText,
  type SafeHtml,
} from '../../../shared/content/reader.ts'
import { readerOf, type Values } from '../../../shared/content/values.ts'

const richText: RichText = (html) => `safe(${html})` as SafeHtml
/** `of`: a field, or the name of its type. */
const read = (of: Field | keyof Values, value: unknown): unknown =>
  readerOf(typeof of === 'string' ? { type: of } : of)(value, richText)
const problem = (of: Field | keyof Values, value: unknown) => {
  try {
    read(of, value)
    return 'no problem'
  } catch (error) {
    if (!isContentError(error)) throw error
    return `${error.field}: ${error.message}`
  }
}

t.test('a value of the right type is accepted', async (t) => {
  t.equal(read('text', ''), '')
  t.equal(read('number', -1.5), -1.5)
  t.equal(read('flag', false), false)
  t.equal(read('html', '<p>'), 'safe(<p>)')
  t.equal(read('date', '2026-03-02T09:30:00+08:00'), '2026-03-02T09:30:00+08:00')
  t.equal(read({ type: oneOf('a', 'b') }, 'b'), 'b')
})

t.test('a value of the wrong type is a content error', async (t) => {
  t.equal(problem('text', 1), ': expected text, got number')
  t.equal(problem('text', undefined), ': expected text, got undefined')
  t.equal(problem('number', '1'), ': expected number, got string')
  t.equal(problem('number', Number.NaN), ': expected number, got number')
  t.equal(problem('flag', 0), ': expected boolean, got number')
  t.equal(problem('html', null), ': expected text, got null')
  t.equal(problem('date', 20260302), ': expected text, got number')
  t.equal(problem('url', {}), ': expected text, got object')
  t.equal(problem({ type: oneOf('a', 'b') }, 'c'), ': expected a or b, got string')
  t.equal(problem({ type: 'text', list: true }, 'a'), ': expected list, got string')
  t.equal(problem({ type: 'text', record: true }, []), ': expected object, got list')
  t.equal(problem({ type: {} }, null), ': expected object, got null')
})

t.test('an error has the path of the invalid field', async (t) => {
  const item = { title: { type: 'text', required: true } } as const
  const content: Field = {
    type: { list: { type: item, list: true }, labels: { type: 'text', record: true, required: true } },
  }
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
    t.equal(read('date', value), expected, value)
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
    t.equal(read('date', value), undefined, value)
})

t.test('an optional value may be missing or null, but not of another type', async (t) => {
  const content: Field = { type: { a: { type: 'text' } } }
  for (const value of [{}, { a: undefined }, { a: null }]) t.match(read(content, value), { a: undefined })
  t.equal(problem(content, { a: 0 }), 'a: expected text, got number')
})

t.test('a missing list is empty', async (t) => {
  const content: Field = { type: { a: { type: 'text', list: true } } }
  for (const a of [undefined, null, []]) t.strictSame(read(content, { a }), { a: [] })
})

t.test('unknown fields are ignored', async (t) => {
  t.strictSame(read({ type: { a: { type: 'text' } } }, { a: 'x', b: 'y' }), { a: 'x' })
})

t.test('a record cannot set the prototype', async (t) => {
  const content = read({ type: 'text', record: true }, JSON.parse('{"__proto__":"x","toString":"y"}'))
  t.strictSame(Object.entries(content as object), [
    ['__proto__', 'x'],
    ['toString', 'y'],
  ])
  t.equal(({} as Record<string, unknown>)['x'], undefined)
})
