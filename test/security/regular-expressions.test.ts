// ReDoS: recheck finds no regular expression of this project that takes more than linear time, but for the accepted ones.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import t from 'tap'
import { someOf } from '../helpers/long.ts'

const root = join(import.meta.dirname, '../..')
// The one in JavaScript: the others are a program for each platform, and Java.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
/** Bounded by steps, not by time: the result does not depend on the machine. The time limit is for what does not end. */
const bounds = {
  timeout: 30_000,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 1_000_000,
  incubationLimit: 10_000,
  maxAttackStringSize: 3000,
  maxGeneStringSize: 600,
  maxInitialGenerationSize: 30,
  maxGenerationSize: 10,
  maxIteration: 2,
  mutationSize: 5,
  crossoverSize: 5,
  maxNFASize: 150,
  maxSimpleRepeatCount: 10,
}

const sanitised = 'sanitised HTML: a tag ends before the next one, and each element has an end tag'
const accepted: Record<string, string> = {
  '<h2[^>]* id="([^"]+)"[^>]*>(.*?)<\\/h2>': sanitised,
  '<a [^>]*?href="([^"]*)"': sanitised,
  '<p(?: [^>]*)?>(.*?)<\\/p>': sanitised,
  'github\\.com[:/](.+?)(?:\\.git)?$': 'a name in package.json, in the build',
  '_(?:PORT|HOST|PORT_\\d+_\\w+)$': 'the name of a variable of the environment',
  '^(?=(?:\\D*\\d){5})\\+?(?:[\\d\\s().\\-–—/#]|ext\\.?|x|转|分机){5,40}$':
    'linear: each alternative has another first character; a field of the form has a limit',
  '(?<han>\\p{Script=Han}+)|[\\u3300-\\u33ff]|[[\\p{L}\\p{M}\\p{N}]--\\p{Script=Han}]+(?:[\\u00ad\\u200b-\\u200d\\u2060]+[[\\p{L}\\p{M}\\p{N}]--\\p{Script=Han}]+)*(?:\\.\\p{N}+)*':
    'linear: one class and digits after a full stop; recheck does not know the flag v',
}

/** After tokens that precede an expression, never a division. */
const literal =
  /(?<=[(,=:[!&|?{;}\n>]\s*|return\s+)\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

type Expression = { file: string; source: string; flags: string }

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return [...text.matchAll(literal)].map(([, source = '', flags = '']) => ({ file, source, flags }))
}

const files = ['server', 'client', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name)),
)
const found = new Map(files.flatMap(expressionsIn).map((one) => [`/${one.source}/${one.flags}`, one]))

/** Undefined: linear. Without an unbounded repetition it is, whatever it matches. */
function problemOf({ source, flags }: Omit<Expression, 'file'>): string | undefined {
  if (!/[*+]|,\}/.test(source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, ''))) return undefined
  const { status, ...more } = checkSync(source, flags.replace(/[gd]/g, ''), bounds)
  return status === 'safe' ? undefined : `${status}: ${JSON.stringify(more)}`
}

t.test('the scan finds the regular expressions, and each accepted one is still there', (t) => {
  t.ok(found.size > 120, `${found.size} in ${files.length} files`)
  const sources = new Set([...found.values()].map(({ source }) => source))
  const known = ['^\\/[\\x21-\\x22\\x24-\\x7e]*$', '^smtps?:\\/\\/\\S+$']
  t.strictSame(
    [...Object.keys(accepted), ...known].filter((source) => !sources.has(source)),
    [],
  )
  t.end()
})

// A quick run reads those whose turn it is by place, and always the known ones that a mistake makes slow.
t.test('every regular expression is linear', (t) => {
  const problems = someOf([...found], 40).flatMap(([text, { file, ...expression }]) => {
    const problem = expression.source in accepted ? undefined : problemOf(expression)
    return problem ? [`${file}: ${text} is ${problem}`] : []
  })
  t.strictSame(problems, [])
  t.end()
})
