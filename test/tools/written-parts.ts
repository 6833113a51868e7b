// Parts of the documents that are written from tables of the code: between `<!-- NAME -->` and `<!-- /NAME -->`, in YAML `# NAME`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable, root } from '../docs/document-parts.ts'
import { settingGroups } from '../docs/tables.ts'
import { type FieldGroup, fieldSchemas, fieldTable } from './field-tables.ts'

const groups: FieldGroup[] = ['every', 'article', 'about', 'download', 'manual']
const fieldTables = (language: 'en' | 'zh') =>
  Object.fromEntries(
    groups.map((group) => [`fields: ${group}`, (written: string) => fieldTable(group, language, written)]),
  )

/** By file and name; from the part as it is. */
const parts: Record<string, Record<string, (written: string) => string>> = {
  'server/ops/README.md': { config: configTable },
  'server/content/README.md': fieldTables('en'),
  'server/content/README.zh.md': fieldTables('zh'),
  'shared/api/openapi.yaml': { fields: fieldSchemas },
}
export const writtenFiles = Object.keys(parts)

/** Throws for a part that the file does not have. */
export function withParts(file: string): { text: string; wanted: string } {
  const text = readFileSync(join(root, file), 'utf8')
  const wanted = Object.entries(parts[file]!).reduce((before, [name, write]) => {
    const [start, end] = file.endsWith('.md')
      ? [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
      : [`# ${name}\n`, `# /${name}`]
    const [head, tail] = [before.indexOf(start) + start.length, before.indexOf(end)]
    if (tail < head || head < start.length) throw new Error(`${file} has no part ${name}`)
    const indent = /[ ]*$/.exec(before.slice(0, tail))?.[0] ?? ''
    return `${before.slice(0, head)}${write(before.slice(head, tail)).trimEnd()}\n${indent}${before.slice(tail)}`
  }, text)
  return { text, wanted }
}

/** The table of settings, from their schema. */
function configTable(): string {
  const rows = Object.entries(settingGroups).flatMap(([heading, group]) => [
    [`**${heading}**`, '', ''],
    ...Object.values(group).map(({ name, default: value, description }) => [
      `\`${name}\``,
      value && `\`${value}\``,
      description,
    ]),
  ])
  return markdownTable([['Variable', 'Default', 'Meaning'], ...rows])
}

if (process.argv[1] === import.meta.filename)
  for (const file of writtenFiles) writeFileSync(join(root, file), withParts(file).wanted)
