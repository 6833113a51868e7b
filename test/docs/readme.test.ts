// The READMEs say what the code does: their tables come from it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { configTable } from './config-table.ts'

const root = join(import.meta.dirname, '../..')
const between = /(<!-- config -->\n)[\s\S]*?(<!-- \/config -->)/

for (const [file, language] of [
  ['README.md', 'en'],
  ['README.zh.md', 'zh'],
] as const) {
  t.test(`${file} has the table of settings (UPDATE_DOCS=1 writes it)`, async (t) => {
    const text = await readFile(join(root, file), 'utf8')
    const wanted = text.replace(between, (_, start, end) => `${start}${configTable(language)}\n${end}`)
    if (process.env['UPDATE_DOCS']) await writeFile(join(root, file), wanted)
    else t.equal(text, wanted)
  })

  t.test(`${file} names only npm scripts that exist`, async (t) => {
    const text = await readFile(join(root, file), 'utf8')
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const named = [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[\w-]+)/g)].map(
      ([, name]) => name ?? '',
    )
    t.ok(named.length > 5)
    for (const name of named) t.ok(name in scripts, name)
  })

  t.test(`${file} names only files that exist`, async (t) => {
    const text = await readFile(join(root, file), 'utf8')
    const named = [...text.matchAll(/`((?:server|client|shared|test)\/[\w./-]+\.\w+)`/g)].map(
      ([, name]) => name ?? '',
    )
    t.ok(named.length > 5)
    for (const name of named) await t.resolves(readFile(join(root, name)), name)
  })
}
