// Log messages, settings, metrics, labels, commands and file names that the documents quote exist in the code.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'
import { words } from '../helpers/words.ts'
import { codeIn, readDocument, root, spansIn } from './document-parts.ts'
import { commandNames, former, labels, settings } from './tables.ts'

/** What has been: quotes in them are those of their time. */
const history = ['CHANGELOG.md', '.github/decisions/*.md']
const documents = globSync(['*.md', '{.github,server,client,shared}/**/*.md'], {
  cwd: root,
  exclude: [...history, 'server/content/{sample,starter}/**'],
})
const inCode = words(`
  {server,client,shared}/**/*.{ts,tsx,mjs,css,yaml,json,conf,vcl} test/**/*.{ts,tsx,mjs} *.{mjs,json} Dockerfile .ci/run .npmrc
  .vscode/*.json
`)
const sources = globSync(inCode, { cwd: root, exclude: ['test/docs/**', 'server/content/sample/**'] })
const textOf = (files: string[]) => files.map(readDocument).join('\n')
const code = textOf(sources)
/** Without the tests, which quote messages as well. */
const program = textOf(sources.filter((file) => !file.startsWith('test/')))
const files = globSync(['*', '{server,client,shared,test,public,.github}/**'], { cwd: root })
const names = new Set(files.map((file) => basename(file)))

/** Quotes of something that is not in the code of this repository, with the reason. */
const exceptions: Record<string, string> = {
  NODE_EXTRA_CA_CERTS: 'of Node.js',
  SECURITY_POLICY: 'of a recipe',
  site_uptime_seconds: 'of a recipe',
  'appendonly yes': 'of Redis',
  'appendfsync always': 'of Redis',
  'NAME.zh.md': 'NAME is what the owner chooses',
  'NAME.en.md': 'NAME is what the owner chooses',
  'meter-a-1200x900.svg': 'a picture of the example folder',
}

const changelog = readDocument('CHANGELOG.md')
const operations = new Set(
  spansIn(readDocument('server/ops/README.md')).map((span) => span.replace(/\{.*/, '')),
)

type Kind = { of: (text: string) => string[]; exists: (quote: string) => boolean }

const matches = (pattern: RegExp) => (text: string) =>
  [...text.matchAll(pattern)].map(([, quote = '']) => quote)
const wholeSpans = (pattern: RegExp) => (text: string) => spansIn(text).filter((span) => pattern.test(span))

const kinds: Record<string, Kind> = {
  setting: {
    of: (text) => codeIn(text).flatMap(matches(/(?<![\w$-])([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)),
    exists: (name) =>
      settings.includes(name) || (!former.includes(name) && new RegExp(`\\b${name}\\b`).test(code)),
  },
  metric: {
    of: (text) => codeIn(text).flatMap(matches(/\b(site_(?!url)\w+[a-z])/g)),
    // readme.test.ts compares that document with the metrics of the site.
    exists: (name) => operations.has(name),
  },
  command: {
    of: (text) =>
      codeIn(text).flatMap(matches(/(?:dist\/server\/main\.js|docker run .* site) ([a-z][\w-]*)/g)),
    exists: (name) => commandNames.includes(name),
  },
  version: {
    of: (text) => codeIn(text).flatMap(matches(/(?:opt\/site\/|site:|VERSION=|\bv)(\d+\.\d+\.\d+)\b/g)),
    exists: (version) => changelog.includes(`\n## ${version} `),
  },
  file: {
    of: wholeSpans(/^[\w.-]+\.(?:css|json|jpg|md|mjs|png|sqlite|svg|tsx?|ya?ml)$/),
    exists: (name) => names.has(name) || code.includes(name),
  },
  label: {
    of: (text) => codeIn(text).flatMap(matches(/^labels:.*\n {2}(\w+):/gm)),
    exists: (name) => labels.includes(name),
  },
  'log message': {
    of: (text) =>
      wholeSpans(/^(?!np[mx] )[a-z]{2,} [a-z]+(?:[ :;,][\w ,:;()'-]*[\w)])?$/)(text).filter(
        (span) => !/^forms (?:list|export|delete|retry|test)$/.test(span),
      ),
    exists: (message) => partsOf(message).every((part) => program.includes(part)),
  },
}

/** A message that is put together: `content file kept: its last valid text is served`. */
function partsOf(message: string): string[] {
  return message.split(/[:,] /).map((part) => part.replace(/ \d.*$/, ''))
}

function missingIn(text: string): string[] {
  return Object.entries(kinds).flatMap(([kind, { of, exists }]) =>
    [...new Set(of(text))]
      .filter((quote) => !(quote in exceptions || exists(quote)))
      .map((quote) => `${kind}: ${quote}`),
  )
}

for (const file of documents.sort())
  t.test(`${file} quotes what exists`, async (t) => {
    t.strictSame(missingIn(readDocument(file)), [])
  })

t.test('each exception is quoted by a document', async (t) => {
  const quoted = textOf(documents)
  for (const quote of Object.keys(exceptions)) t.ok(quoted.includes(quote), quote)
})
