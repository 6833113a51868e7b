// The walker over tables of fields: what files and responses are read as, and which of their mistakes are one of the whole.
import t, { type Test } from 'tap'
import { fileReader } from '../../../server/content/markdown/fields.ts'
import { type ContentError, isContentError } from '../../../shared/content/content-error.ts'
import {
  type Context,
  type Field,
  type Fields,
  noRichText,
  type Reader,
  type SafeHtml,
} from '../../../shared/content/reader.ts'
import { readerOf } from '../../../shared/content/values.ts'

const typography = { prose: String, heading: (title: string) => `<b>${title}</b>` as SafeHtml }
const richText = Object.assign(noRichText.bind(undefined), { typography })

/** The value, or the error with `!` before it, then what was noted. */
function outcome(read: Reader<unknown>, value: unknown, more: Partial<Context> | 'strict' = {}): unknown[] {
  const omitted: ContentError[] = []
  const say = ({ field, message }: ContentError) => `${field} ${message}`.trim()
  try {
    const lenient = more === 'strict' ? undefined : { omitted, ...more }
    return [read(value, richText, lenient), ...omitted.map(say)]
  } catch (error) {
    if (!isContentError(error)) throw error
    return [`! ${say(error)}`, ...omitted.map(say)]
  }
}
const response = (field: Field, value: unknown) => outcome(readerOf(field), value)
const file = (field: Field, value: unknown, { language, ...more }: Partial<Context> = {}) =>
  outcome(fileReader(field, more), value, { language })
const fields = (type: Fields): Field => ({ type })
function check(t: Test, rows: [actual: unknown[], ...expected: unknown[]][]) {
  for (const [at, [actual, ...expected]] of rows.entries()) t.strictSame(actual, expected, `row ${at}`)
}

const text = { type: 'text' } as const
const number = { type: 'number' } as const
const noText = 'expected text, got number'

t.test('a mistake in a response is one of its object, or another value is read', async (t) => {
  check(t, [
    [response(text, null), '! expected text, got null'],
    [response(fields({ a: text, b: text }), { a: null }), { a: undefined, b: undefined }],
    [response(fields({ a: text, b: text }), { a: 1, b: 2 }), `! a ${noText}`],
    [response(fields({ a: { ...text, else: 'x' } }), { a: 1 }), { a: 'x' }, `a ${noText}`],
    [response(fields({ a: { ...text, required: 'files' } }), {}), { a: undefined }],
    [response(fields({ a: text }), []), { a: undefined }],
    [response(fields({ a: text }), [1]), '! expected object, got list'],
    [
      response(fields({ title: { type: 'heading' } }), { title: 'a' }),
      { title: 'a', title_html: '<b>a</b>' },
    ],
    [outcome(readerOf(fields({ a: text })), [], 'strict'), '! expected object, got list'],
  ])
  t.throws(() => readerOf({ type: 'html' })('a', noRichText), /rich text where the content has none/)
})

t.test('every mistake of a file is named; in lenient mode its field is left out', async (t) => {
  const lists = fields({ l: { ...fields({ a: text }), list: true } })
  check(t, [
    [file(fields({ a: text, b: text }), { a: 1, b: 2 }), `! a ${noText}`, `b ${noText}`],
    [file(fields({ a: text }), { a: 1 }, { isLenient: true }), { a: undefined }, `a ${noText}`],
    [file(lists, { l: [{ a: 1 }, { a: 'x' }] }, { isLenient: true }), { l: [{ a: 'x' }] }, `l.0.a ${noText}`],
    [file(fields({ a: { ...text, required: 'files' } }), {}), '! a expected text, got undefined'],
    [file(fields({ a: { ...text, required: ['news'] } }), {}, { kind: 'product' }), { a: undefined }],
    [
      file(fields({ a: { ...text, required: ['news'] } }), {}, { kind: 'news' }),
      '! a expected text, got undefined',
    ],
    [file(fields({ a: { ...text, only: 'responses' } }), { a: 'x' }), {}, 'a unknown key'],
    [file(fields({ a: { ...text, kinds: ['news'] } }), { a: 'x' }, { kind: 'news' }), { a: 'x' }],
    [file(fields({ a: { ...text, kinds: ['news'] } }), { a: 'x' }, { kind: 'product' }), {}, 'a unknown key'],
    [file(fields({ title: { type: 'heading' } }), { title: 'a' }), { title: 'a' }],
    [file(fields({}), []), '! expected object, got list'],
    [outcome(fileReader(fields({})), { a: 1 }, 'strict'), {}],
  ])
})

t.test('items with a mistake are left out; a list of nothing else is a mistake', async (t) => {
  const main = fields({ x: { ...number, list: true }, y: { ...number, list: 'main' } })
  const named = { ...fields({ id: number, name: text }), list: true } as const
  const facets = fields({ f: { type: {}, list: 'map' } })
  const twice = [{ id: 1, name: 'a' }, { id: 1, name: 'a' }, {}, {}]
  const ids = twice.map((item) => ({ id: undefined, name: undefined, ...item }))
  const none = fields({ f: { ...text, list: true, else: undefined } })
  check(t, [
    [response(main, { x: ['a'], y: [1, 'b'] }), { x: [], y: [1] }, ...['x.0', 'y.1'].map(noNumber)],
    [response(main, { x: ['a'], y: ['b', 'c', 'd'] }), `! ${noNumber('y.2')}`, noNumber('x.0')],
    [response(main, { y: [] }), { x: [], y: [] }],
    [response(main, {}), '! y expected list, got undefined'],
    [response(none, {}), { f: undefined }],
    [response(facets, { f: [{}] }), { f: [{}] }],
    [response(facets, {}), { f: [] }],
    [file(facets, { f: { a: ['x', 'x'], 'b:c': ['y'] } }), { f: [{ name: 'a', values: ['x'] }] }, noName],
    [file(facets, {}), { f: undefined }],
    [response(named, twice), ids],
    [response({ ...named, unique: 'name' }, twice), ids.toSpliced(1, 1), used('name name a')],
    [file(named, twice), ids.toSpliced(1, 1), used('id id 1')],
    [response({ type: () => undefined, list: true, unique: 'a' }, [1]), [undefined]],
  ])
})
const noNumber = (field: string) => `${field} expected number, got string`
const used = (key: string) => `1.${key} is already used in this list`
const noName = 'f.b:c expected a name of 1 to 40 characters without a colon'

t.test('a text in each language, or one that serves both', async (t) => {
  const each = { type: 'filled', localized: true } as const
  const any = { ...each, localized: 'any' } as const
  const zh = { language: 'zh' } as const
  check(t, [
    [response(each, 'a'), { zh: 'a', en: 'a' }],
    [response(each, ''), '! expected object, got string'],
    [response(each, { zh: 'a', en: '' }), { zh: 'a', en: '' }],
    [response(each, { zh: ' ', en: '' }), { zh: ' ', en: '' }],
    [response(each, { zh: 'a' }), '! en expected text, got undefined'],
    [file({ ...text, localized: true }, { zh: ' ', en: '' }), '! must not be empty'],
    [file(each, 'a'), '! expected object, got string'],
    [file(each, 'a', zh), { zh: 'a', en: 'a' }],
    [file(each, { zh: 'a' }, zh), { zh: 'a', en: 'a' }],
    [file(each, { zh: 'a', en: 'b' }, zh), { zh: 'a', en: 'b' }],
    [file(each, 1, zh), '! expected object, got number'],
    [file(any, 'a'), { zh: 'a', en: 'a' }],
    [file(any, ' '), '! must not be empty'],
    [response(any, { zh: ' a ' }), { zh: 'a', en: 'a' }],
    [response(any, { en: ' b ' }), { zh: 'b', en: 'b' }],
    [response(any, { zh: ' a', en: 'b ' }), { zh: 'a', en: 'b' }],
    [response(any, {}), '! must not be empty'],
  ])
})

t.test('on a site with one language its texts need not name it', async (t) => {
  const part = fields({ url: text, title: text })
  const site = fields({ zh: part, en: part, url: text })
  const label = fields({ zh: text, en: text })
  const zh = { language: 'zh' } as const
  const read = (url: unknown, title: unknown) => ({ url, title })
  const whole = (zh: unknown, url?: unknown) => ({ zh, en: undefined, url })
  check(t, [
    [file(site, { title: 'a' }), whole(undefined), 'title unknown key'],
    [file(site, { title: 'a', url: '/' }, zh), whole(read(undefined, 'a'), '/')],
    [file(site, { title: 'a', zh: { title: 'b', url: '/' } }, zh), whole(read('/', 'b'))],
    [file(site, { title: 'a', zh: null }, zh), whole(read(undefined, 'a'))],
    [file(site, { url: '/' }, zh), whole(undefined, '/')],
    [file(site, { title: 'a', zh: 1 }, zh), '! zh expected object, got number', 'title unknown key'],
    [file(site, 'a', zh), '! expected object, got string'],
    [file(label, 'a', zh), { zh: 'a', en: undefined }],
    [file(label, 'a'), '! expected object, got string'],
    [file(label, { en: 'a' }, zh), { zh: undefined, en: 'a' }],
    [file(label, 1, zh), '! expected object, got number'],
    [file(fields({ title: text }), { title: 'a' }, zh), { title: 'a' }],
  ])
})
