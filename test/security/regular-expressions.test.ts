// ReDoS: every regular expression of this project runs in linear time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createSteps, type Steps } from '../helpers/regex-steps.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['server', 'client', 'shared']
/** Characters of a text; one of four times as many takes four times the steps where the search is linear, sixteen where quadratic. */
const short = 50
/** Longer than bounds such as {0,300}, which look quadratic in shorter texts. */
const long = 400
const mostRatio = 8
const mostSteps = 3_000_000

/** Expressions whose input is bounded elsewhere. */
const sanitised = 'sanitised HTML: a tag ends before the next one, and each element has an end tag'
const bounded: Record<string, string> = {
  '<h2[^>]* id="([^"]+)"[^>]*>(.*?)<\\/h2>': sanitised,
  '<h2(?![^>]* id=)(?=[ >])': sanitised,
  '<t[hd][^>]*>(.*?)<\\/t[hd]>': sanitised,
  '<tr[^>]*>.*?<\\/tr>': sanitised,
  '<table(?=[ >])(?:(?!<table).)*?<\\/table>': sanitised,
  '<a [^>]*?href="([^"]*)"': sanitised,
  '<p(?: [^>]*)?>(.*?)<\\/p>': sanitised,
  'github\\.com[:/](.+?)(?:\\.git)?$': 'a name in package.json, in the build',
  '[/\\\\]client[/\\\\].*\\.tsx?$': 'the path of a source file, in the build',
}

/** After tokens that precede an expression, never a division. */
const literal =
  /(?<=[(,=:[!&|?{;}\n>]\s*|return\s+)\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g
const pattern = /pattern: '(\^(?:[^'\\]|\\.)+)'/g

function expressionsIn(file: string): { source: string; flags: string }[] {
  const text = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .join('\n')
  const literals = [...text.matchAll(literal)].map(([, source = '', flags = '']) => ({ source, flags }))
  const patterns = [...text.matchAll(pattern)].map(([, source = '']) => ({
    source: source.replaceAll('\\\\', '\\'),
    flags: 'u',
  }))
  return [...literals, ...patterns]
}

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name)),
)
const found = files.flatMap((file) =>
  expressionsIn(join(root, file)).map((expression) => ({ file, ...expression })),
)

t.test('the scan finds the regular expressions', (t) => {
  t.ok(found.length > 120, `${found.length} in ${files.length} files`)
  for (const known of [
    '^\\/[\\x21-\\x22\\x24-\\x7e]*$',
    '^[\\s\\u0000-\\u001f]*[=+\\-@＝＋－＠|%]',
    '^\\S{16,}$|^$',
  ])
    t.ok(
      found.some(({ source }) => source === known),
      known,
    )
  t.end()
})

t.test('the count of steps finds quadratic and exponential expressions, and no linear ones', (t) => {
  for (const slow of [/\s+$/, /<h2\b[^<>]*>[\s\S]*?<\/h2\s*>/gi, /(a+)+$/, /,?\s*x/])
    t.ok(slowUnit(slow) !== undefined, String(slow))
  for (const linear of [/^\s+/, /<[^<>]*>/, /\s{0,300}$/, /(?<=\d)～(?=\d)/, /^(?:a|ab)*$/])
    t.equal(slowUnit(linear), undefined, String(linear))
  t.end()
})

for (const { file, source, flags } of new Map(
  found.map((one) => [`${one.source}/${one.flags}`, one]),
).values()) {
  t.test(`${file}: /${source}/${flags}`, (t) => {
    const unit = source in bounded ? undefined : slowUnit(new RegExp(source, flags))
    t.equal(
      unit,
      undefined,
      unit === undefined ? 'linear' : `not linear on repetitions of ${JSON.stringify(unit)}`,
    )
    t.end()
  })
}

/** What a text repeats for which the expression is not linear. */
function slowUnit(expression: RegExp): string | undefined {
  const steps = createSteps(expression, mostSteps)
  return attacksOn(expression.source).find(
    (attack) => isSlow(steps, attack, short) && isSlow(steps, attack, long),
  )?.unit
}

function isSlow(steps: Steps, { start, unit, end }: Attack, length: number): boolean {
  const stepsOf = (length: number) => steps(start + unit.repeat(Math.ceil(length / unit.length)) + end)
  const more = stepsOf(4 * length)
  return more >= mostSteps || more > mostRatio * stepsOf(length)
}

type Attack = { start: string; unit: string; end: string }

/** Repetitions of its own characters, classes and beginnings, with an end that does not match. */
function attacksOn(source: string): Attack[] {
  const whole = sampleOf(source)
  const least = sampleOf(source.replace(/(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\.|[^()|])[*?]\??/g, ''))
  const beginnings = [whole, least].flatMap((sample) =>
    Array.from({ length: Math.min(sample.length, 14) }, (_, index) => sample.slice(0, index + 1)),
  )
  const classes = ['a', 'A', '0', ' ', '\t', '-', '_', '.', '<', '"', '\\', '%', '/', '水']
  const units = [...new Set([...beginnings, ...whole.slice(0, 20), ...classes, ' a', '0 ', '< ', '""', '&#'])]
  const starts = [...new Set(['', whole.slice(0, 1), whole.slice(0, 3)])]
  return units.flatMap((unit) => starts.map((start) => ({ start, unit, end: '\u0000\n!' })))
}

/** A text like those that match: each part once, the first of alternatives. */
function sampleOf(source: string): string {
  return source
    .replace(/\(\?<?[=!][^()]*\)|\(\?(?::|<\w+>)?|[()^$]|\\[bB]/g, '')
    .replace(/\[(?:\\[\s\S]|[^\]\\])*\]/g, (set) =>
      set
        .replace(/^\[\^.*/, 'x')
        .replace(/\\s/g, ' ')
        .replace(/\\[dw]/g, '0')
        .replace(/[[\]\\]/g, '')
        .slice(0, 1),
    )
    .replace(/\{[\d,]+\}|[*+?]/g, '')
    .replace(/\\[sS]/g, ' ')
    .replace(/\\[dw]/g, '0')
    .replace(/\\[pP]\{[^}]*\}/g, '水')
    .replace(/\\(?:u[\da-f]{4}|x[\da-f]{2})/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(2), 16)),
    )
    .replace(/\\(.)/g, '$1')
    .replace(/\|.*/, '')
}
