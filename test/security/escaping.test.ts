// Escaping: one function for each output format; the output parses to the input.
import t from 'tap'
import { escapeXml } from '../../server/base/escape-xml.ts'
import { csv } from '../../server/commands/form-export.ts'
import { href } from '../../shared/href.ts'
import { type DocumentState, scriptJson } from '../../shared/payload.ts'
import { elementsOf, scriptsOf } from '../helpers/elements.ts'
import { createRandom } from '../helpers/random.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const random = createRandom(20_261_122)
const pieces = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '`',
  '=',
  '+',
  '-',
  '@',
  '|',
  '%',
  '\\',
  '/',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\u0000',
  '\u001b',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udc00',
  '＝',
  '＋',
  '水',
  '</script',
  '<!--',
  '-->',
  '<script',
  ']]>',
  '<![CDATA[',
  '&lt;',
  '&#60;',
  '%3c',
  '\\u003c',
  '__proto__',
  '{{',
  '${',
  'javascript:',
  '//',
  '../',
  'HYPERLINK("',
  "cmd|' /C'",
  'Set-Cookie: a=b',
  '😀',
  'a',
  '1',
]
const texts = Array.from({ length: 2000 }, () =>
  Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces)).join(''),
)

t.test('state: a script element cannot be ended by its data, and parses to the data', (t) => {
  for (const text of texts) {
    const json = scriptJson({ [text]: text })
    if (/[<\u2028\u2029]/.test(json)) t.fail(JSON.stringify(text))
    if (JSON.stringify(JSON.parse(json)) !== JSON.stringify({ [text]: text })) t.fail(JSON.stringify(text))
  }
  for (let at = 0; at < texts.length; at += 50) {
    const data = Object.fromEntries(texts.slice(at, at + 50).map((text, index) => [`k${index}`, text]))
    const state = {
      settings: data,
      base: { config: data, menu: [data] },
      shown: { kind: 'page', match: { search: texts[at] }, data: { list: [data], ...data } },
      messages: data,
      form: data,
    } as unknown as DocumentState
    const html = `<script type="application/json">${scriptJson(state)}</script>`
    t.strictSame(
      elementsOf(html).map(({ name }) => name),
      ['script'],
    )
    t.strictSame(JSON.parse(scriptsOf(html)[0]?.text ?? ''), JSON.parse(JSON.stringify(state)))
  }
  t.end()
})

t.test('XML: no markup, no invalid characters, the same text', (t) => {
  const entities: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&apos;': "'",
  }
  for (const text of texts) {
    const xml = escapeXml(text)
    if (/[<>"']|&(?!(?:amp|lt|gt|quot|apos);)/.test(xml)) t.fail(JSON.stringify(text))
    if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) t.fail(JSON.stringify(text))
    const read = xml.replace(/&\w+;/g, (entity) => entities[entity] ?? '')
    const kept = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    if (read !== kept) t.fail(JSON.stringify(text))
  }
  t.end()
})

t.test('CSV: every cell parses to the input, and none is a formula (CSV injection)', (t) => {
  const rows = Array.from({ length: texts.length / 4 }, (_, index) => texts.slice(index * 4, index * 4 + 4))
  const table = csv(rows)
  const read = cellsIn(table.slice(1))
  t.equal(table[0], '\ufeff')
  t.strictSame(
    read.map((cells) => cells.map((cell) => cell.replace(/^'/, ''))),
    rows.map((cells) => cells.map((cell) => cell.replace(/^'/, ''))),
  )
  for (const cell of read.flat()) {
    if (/^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]/.test(cell)) t.fail(`a formula: ${JSON.stringify(cell)}`)
  }
  t.end()
})

/** Parser of RFC 4180 with all cells quoted. */
function cellsIn(table: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < table.length) {
    let end = at + 1
    while (table[end] !== '"' || table[end + 1] === '"') end += table[end] === '"' ? 2 : 1
    rows.at(-1)?.push(table.slice(at + 1, end).replaceAll('""', '"'))
    if (table[end + 1] !== ',' && end + 3 < table.length) rows.push([])
    at = end + (table[end + 1] === ',' ? 2 : 3)
  }
  return rows
}

t.test('URLs: a value cannot leave its component', (t) => {
  const base = 'https://www.site.example'
  for (const text of texts.map((text) => text.toWellFormed())) {
    const url = new URL(href('section-list', { section: 'news' }, 'en', { keywords: text, page: text }), base)
    t.equal(url.origin + url.pathname, `${base}/en/news`)
    if (url.searchParams.get('keywords') !== text || [...url.searchParams].length !== 2)
      t.fail(JSON.stringify(text))
  }
  t.end()
})

t.test('header and log injection: a text is one field, one line', async (t) => {
  const site = await createSmallSite(t)
  for (const text of texts.slice(0, 40)) {
    const to = `/en/news?x=${text.toWellFormed()}`
    const { headers } = await site.get(`/language/en?to=${encodeURIComponent(to)}`, {
      referer: to.replace(/[^\x20-\x7e]/g, ''),
    })
    t.match(headers['location'], /^\/(?!\/)[\x21-\x7e]*$/, 'a location')
    await site.get(`/en/news/none?${encodeURIComponent(text.toWellFormed())}`)
  }
  // Every log line is one JSON value.
  t.ok(site.lines.filter(({ msg }) => msg === 'request').length >= 79)
})
