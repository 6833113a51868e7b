// README.md is short, the tables of the documents are those of the code, the Chinese documents follow one typography.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { withParts, writtenFiles } from '../tools/written-parts.ts'
import { codeIn, linesOf, proseOf, root, spansIn } from './document-parts.ts'
import { commandNames, metrics } from './tables.ts'

const mostLines = 120
const contentFolders = ['server/content/{sample,starter}/**']

for (const file of writtenFiles) {
  t.test(`${file} has the tables of the code (npm run tool -- documents writes them)`, async (t) => {
    const { text, wanted } = withParts(file)
    t.equal(text, wanted)
  })
}

t.test(`README.md has at most ${mostLines} lines`, async (t) => {
  const { length } = linesOf(await readFile(join(root, 'README.md'), 'utf8'))
  t.ok(length <= mostLines, `${length} lines`)
})

for (const [file, ending] of [
  ['README.md', '.md'],
  ['README.zh.md', '.zh.md'],
] as const) {
  t.test(`${file} has the two commands and leads to a document for each reader`, async (t) => {
    const text = await readFile(join(root, file), 'utf8')
    const code = codeIn(text).join('\n')
    t.match(code, 'npm ci && npm start')
    t.match(code, 'npm ci && npm test')
    for (const document of [
      `server/content/README${ending}`,
      `server/ops/one-server${ending}`,
      'shared/api/README.md',
      'client/README.md',
      'server/ops/README.md',
      '.github/CONTRIBUTING.md',
    ])
      t.match(text, `](${document})`)
  })
}

for (const file of globSync('{,server/**/}*.zh.md', { cwd: root, exclude: contentFolders }))
  t.test(`${file} has full-width brackets and spaces beside Latin text`, async (t) => {
    // Code is Latin text, whatever it contains.
    const text = proseOf(await readFile(join(root, file), 'utf8')).replace(/`[^`\n]+`/g, 'x')
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match)
    t.strictSame(found(/[「」『』]/g), [])
    t.strictSame(found(/.?[()](?=[\u4e00-\u9fff]).{0,5}|[\u4e00-\u9fff][()].{0,5}/g), [])
    t.strictSame(found(/.{0,5}(?:[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]).{0,5}/g), [])
    // It would be shown as a space.
    t.strictSame(
      found(/.{0,5}[\u4e00-\u9fff，。、；：]\n *[\u4e00-\u9fff].{0,5}/g),
      [],
      'no line ends between Chinese words',
    )
    t.strictSame(found(/登记处|两种读法|两手空空/g), [])
  })

t.test('server/ops/README.md has every command, and exactly the metrics of the site', async (t) => {
  const text = await readFile(join(root, 'server/ops/README.md'), 'utf8')
  for (const name of commandNames) t.ok(spansIn(text).includes(name), name)
  const documented = spansIn(text).flatMap((code) => /^site_\w+[a-z]/.exec(code)?.[0] ?? [])
  t.strictSame([...new Set(documented)].sort(), [...metrics].sort())
})
