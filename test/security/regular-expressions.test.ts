// ReDoS: every regular expression of this project runs in linear time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const root = join(import.meta.dirname, '../..')
const folders = ['server', 'client', 'shared']
const length = 24_000
/** Ten times the slowest linear expression on a slow machine, a tenth of a quadratic one. */
const mostCpuMs = 60

/** Expressions whose input is bounded elsewhere. */
const bounded: Record<string, string> = {}

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

t.test('the measurement detects a quadratic expression', (t) => {
  t.ok(cpuMs(/\s+$/, `${' '.repeat(length)}y`) > mostCpuMs)
  t.end()
})

for (const { file, source, flags } of new Map(
  found.map((one) => [`${one.source}/${one.flags}`, one]),
).values()) {
  t.test(`${file}: /${source}/${flags}`, (t) => {
    const expression = new RegExp(source, flags.replace('g', ''))
    const slow = attacksOn(source).find((text) => cpuMs(expression, text) > mostCpuMs)
    const problem = slow && `slow on ${JSON.stringify(slow.slice(0, 20))}… of ${slow.length}`
    t.ok(slow === undefined || source in bounded, problem ?? 'linear')
    t.end()
  })
}

/** Repetitions of its own characters, classes and groups, with an end that does not match. */
function attacksOn(source: string): string[] {
  const plain = source
    .replace(/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/gi, '')
    .replace(/\\./g, '')
    .replace(/[[\](){}^$|?*+.]/g, '')
  const own = [...new Set(plain)].slice(0, 12)
  const classes = ['a', 'A', '0', ' ', '\t', '-', '_', '.', '<', '"', '\\', '%', '水']
  const units = [...new Set([...own, ...classes, own.join(''), ' a', 'a ', '0 ', '< ', '""', '&#'])].filter(
    Boolean,
  )
  const starts = ['', plain.slice(0, 3), '<a ', '/']
  return units.flatMap((unit) => {
    const body = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    return starts.flatMap((start) => [`${start}${body}\u0000`, `${start}${body}\n!`])
  })
}

/** CPU time of this thread, independent of the load of the machine. */
function cpuMs(expression: RegExp, text: string): number {
  const before = process.cpuUsage()
  expression.lastIndex = 0
  expression.test(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
