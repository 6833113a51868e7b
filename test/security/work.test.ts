// Functions that read text from outside: four times the text is about four times the work, whatever is repeated in it.
import t from 'tap'
import { matchesEtag } from '../../server/base/conditional.ts'
import { escapeXml, xmlCharacters } from '../../server/base/escape-xml.ts'
import { listMembers, parseHttpDate } from '../../server/base/fields.ts'
import { parseJson } from '../../server/base/json.ts'
import { parseDirectives, parseTargeted } from '../../server/cache/semantics/freshness.ts'
import { oneLine, plainText } from '../../server/forms/notify/notice.ts'
import { textOfHtml } from '../../server/rich-text/html.ts'
import { createRichText } from '../../server/rich-text/rich-text.ts'
import { absoluteHtml } from '../../server/seo/feeds/absolute-html.ts'
import { isContentError, type SafeHtml } from '../../shared/content/reader.ts'
import { tidy } from '../../shared/form.ts'
import { highlight } from '../../shared/highlight.ts'
import { localeFromAcceptLanguage } from '../../shared/locale.ts'
import { openingOf, shorten, textOf } from '../../shared/plain-text.ts'
import { resolve } from '../../shared/resolve.ts'
import { headingHtml, typeset } from '../../shared/typography.ts'
import { someOf } from '../helpers/long.ts'
import { createWorkCounter } from '../helpers/work.ts'

const richText = createRichText({ imageHosts: [] })
const sanitised = (text: string) => richText(text, 'zh')

/** `tokens`: the kinds of text that each reads. `isSanitised`: of what the sanitiser returns, whose own work is counted above. */
type Reading = { tokens: keyof typeof tokens; run: (text: string) => unknown; isSanitised?: true }
const functions: Record<string, Reading> = {
  'rich text in Chinese': { tokens: 'html', run: sanitised },
  'rich text in English': { tokens: 'html', run: (text) => richText(text, 'en') },
  textOfHtml: { tokens: 'html', run: textOfHtml },
  'the text of sanitised HTML': {
    tokens: 'html',
    isSanitised: true,
    run: (text) => textOf(text as SafeHtml),
  },
  'the opening of sanitised HTML': {
    tokens: 'html',
    isSanitised: true,
    run: (text) => openingOf(text as SafeHtml),
  },
  'HTML of feeds': {
    tokens: 'html',
    isSanitised: true,
    run: (text) => absoluteHtml(text as SafeHtml, 'https://a.example/'),
  },
  'typography in Chinese': { tokens: 'text', run: (text) => typeset(text, 'zh') },
  'typography in English': { tokens: 'text', run: (text) => typeset(text, 'en') },
  'a heading': { tokens: 'text', run: (text) => headingHtml(text, 'zh') },
  shorten: { tokens: 'text', run: (text) => shorten(text, 10) },
  highlight: { tokens: 'text', run: (text) => highlight(text, 'a word 水') },
  'text in XML': { tokens: 'text', run: (text) => xmlCharacters(escapeXml(text)) },
  'text in a notification': { tokens: 'text', run: (text) => [oneLine(text), tidy(text)] },
  'rows of a notification': {
    tokens: 'text',
    run: (text) => plainText({ rows: [{ name: '', label: '', value: text }] }),
  },
  JSON: { tokens: 'json', run: (text) => parseJson(Buffer.from(text)) },
  'an address': { tokens: 'url', run: (text) => resolve(`/${text}`) },
  'Accept-Language': { tokens: 'field', run: localeFromAcceptLanguage },
  'Cache-Control': { tokens: 'field', run: (text) => [parseDirectives(text), parseTargeted(text)] },
  'a list of a header field': {
    tokens: 'field',
    run: (text) => [listMembers(text), matchesEtag(text, '"x"')],
  },
  'an HTTP date': { tokens: 'field', run: (text) => parseHttpDate(text, 0) },
}

const tokens = {
  html: [
    '<h2 id="a">x</h2>',
    '<script src=x>y</script >',
    '<style >y</style>',
    '<!-- c --><![CDATA[x]]><?x y?>',
    '<a href="/x" title=\'y\'>',
    '<img src="/a-2x2.png" srcset="a 1w, b 2w" />',
    '<table><thead><tr><th scope="row"> </th>',
    '<tbody><tr><td>1</td></tr></tbody></table>',
    '<blockquote><p><strong>Note</strong>',
    '</div></p></b>',
    '<br /><hr>',
    '&amp;&#65;&#x41;&nbsp',
    'TL-A 12 mm "word" ~ 3',
    '水表 12 米。"水"',
  ],
  text: [
    'TL-A 12 mm/s "word" ~ 3',
    "don't DN 50–60",
    '水表 12 米。"水" 3～4',
    ' \t\n\u2060\u00a0',
    '<b>&amp;',
    'word 水 a ',
  ],
  json: ['[[{"a":', '"\\"\\\\', '{"a-secret":1}', 'http://internal.exam'],
  url: ['//..%2F%25/', 'a[]=%E4%BD&&', '?#?#', 'en/news/1/'],
  field: ['"a, b\\"', 'zh;q=0.5, ', 'max-age=1, no-cache="x",', 'W/"x", ', 'Sun, 06 Nov 1994 ', ' \t,;='],
} satisfies Record<string, string[]>

/** Texts of 100 and 400 characters: above the constant part, and short enough to count each step. */
const few = 100
/** Four for what is linear, sixteen for what is quadratic; one of twelve beginnings is enough. */
const mostRatio = 6.5

const counter = createWorkCounter()
t.teardown(() => counter.close())

for (const [name, { tokens: kind, run, isSanitised }] of Object.entries(functions)) {
  t.test(`${name}: the work is linear`, (t) => {
    for (const token of tokens[kind]) {
      const readingOf = (length: number) => {
        const texts = beginningsOf(token, length).map((text) => (isSanitised ? sanitised(text) : text))
        return () => texts.forEach(accepting(run))
      }
      const [short, long] = [readingOf(few), readingOf(4 * few)]
      short()
      const [less = 0, more = 0] = counter.of(short, long)
      t.ok(more < mostRatio * less, `${JSON.stringify(token)}: ${less} and ${more}`)
    }
    t.end()
  })
}

/** The token and each of its beginnings, repeated. */
function beginningsOf(token: string, length: number): string[] {
  const units = Array.from(token, (_, index) => token.slice(0, token.length - index))
  return someOf(units, 4).map((unit) => unit.repeat(Math.ceil(length / unit.length)))
}

function accepting(run: (text: string) => unknown): (text: string) => void {
  return (text) => {
    try {
      run(text)
    } catch (error) {
      if (!isContentError(error)) throw error
    }
  }
}
