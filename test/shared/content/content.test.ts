// Readers of all 13 responses: each field is validated, and named in the error; dates and URLs are cleaned.
import t from 'tap'
import { type CallName, callOf, calls } from '../../../shared/api/calls.ts'
import { isContentError } from '../../../shared/content/content-error.ts'
import { noRichText } from '../../../shared/content/reader.ts'
import { readerOf } from '../../../shared/content/values.ts'
import { richText } from '../../content/world.ts'
import { fullContent } from '../../helpers/full-content.ts'
import { words } from '../../helpers/words.ts'

/** Paths of every value in it, itself included: `list.0.title`. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
}

function wrongFor(value: unknown): unknown {
  if (typeof value === 'string') return 42
  if (Array.isArray(value)) return { length: 1 }
  return typeof value === 'object' ? ['x'] : 'x'
}

function withWrong(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return wrongFor(value)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withWrong(copy[key], rest)
  return copy
}

function wrongField(name: CallName, answer: unknown): string | undefined {
  try {
    callOf(name).read(answer, richText)
    return undefined
  } catch (error) {
    if (!isContentError(error)) throw error
    return error.field
  }
}

for (const name of Object.keys(calls) as CallName[]) {
  t.test(`${name}: a full response is parsed, and every invalid field is named`, async (t) => {
    const answer = fullContent[name]
    t.strictSame(callOf(name).read(answer, richText), answer)
    for (const path of pathsIn(answer)) {
      const field = path.join('.')
      const named = path.at(-1) === 'status' ? undefined : field
      t.equal(wrongField(name, withWrong(answer, path)), named, field || 'data')
    }
  })
}

t.test('a status other than draft, scheduled and expired is ignored', async (t) => {
  const read = callOf('articleDetail').read
  for (const status of ['published', 'PUBLISH', '', 1, null, {}, undefined])
    t.match(read({ ...fullContent.articleDetail, status }, richText), { status: undefined })
  for (const status of ['draft', 'scheduled', 'expired'])
    t.match(read({ ...fullContent.articleDetail, status }, richText), { status })
})

t.test('a date has an offset, +08:00 by default; an invalid one reads as missing', async (t) => {
  const dates = {
    '2026-11-20': '2026-11-20T00:00:00+08:00',
    '2026-11-20 10:00:00': '2026-11-20T10:00:00+08:00',
    '2026/11/20 10:00': '2026-11-20T10:00:00+08:00',
    ' 2026-11-20T10:00:00.5 ': '2026-11-20T10:00:00.5+08:00',
    '2026-11-20T10:00:00Z': '2026-11-20T10:00:00Z',
    '2026-11-20 10:00:00 -0500': '2026-11-20T10:00:00-05:00',
    '2026-11-20T10:00:00+08': '2026-11-20T10:00:00+08:00',
    '': undefined,
    soon: undefined,
    '2026-13-45': undefined,
    '0000-00-00 00:00:00': undefined,
    '2026-11-20T25:00': undefined,
  }
  for (const [value, expected] of Object.entries(dates))
    t.equal(readerOf({ type: 'date' })(value, noRichText), expected, value)
})

t.test('a record cannot set the prototype', async (t) => {
  const read = readerOf({ type: 'text', record: true })
  const record = read(JSON.parse('{"__proto__":"x","toString":"y"}'), noRichText)
  t.strictSame(Object.entries(record as object), [
    ['__proto__', 'x'],
    ['toString', 'y'],
  ])
})

const safe = [
  ...words(`
    https://a.example http://a.example/x?y#z HTTPS://A.example/ / /news/1?x#y /媒体/图.svg mailto:a@b.example
    tel:+86-574-1
  `),
  ...['https://a.example/a b', '/a"b\'c<d>'],
]
const unsafe = [
  ...words(String.raw`
    x ./x #x ?x a@b.example javascript:alert(1) JaVaScRiPt:alert(1) data:text/html,<script> vbscript:x
    blob:https://a.example/x ftp://a.example //evil.example /\evil.example \\evil.example https:evil.example
    https:///evil.example https://\evil.example http:// /a\b https://[ http://a:b:c/ https://%zz/
  `),
  ...['', ' javascript:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)', '/\t/evil.example'],
  ...['https:// a', '/a\u0000b', 'mailto:a@b.example\r\nbcc:c'],
]
t.test('a URL that is not one of a link reads as empty', async (t) => {
  const read = readerOf({ type: 'url' })
  for (const value of safe) t.equal(read(value, noRichText), value, value)
  t.equal(read(' \n/news\t ', noRichText), '/news')
  for (const value of unsafe) t.equal(read(value, noRichText), '', JSON.stringify(value))
})
