// The parts of a document that tests compare with the code: tables, fenced examples; and the keys that the code reads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../shared/content/reader.ts'
import { richText } from '../content/world.ts'

export const root = join(import.meta.dirname, '../..')

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The text, without fenced blocks, from a heading (with its `#`) to the next one of its level or above. Throws without it. */
export function sectionOf(document: string, heading: string): string {
  const text = document.replace(/^```.*?^```$/gms, '')
  const [, ...parts] = `\n${text}`.split(`\n${heading}\n`)
  const [level = ''] = /^#+/.exec(heading) ?? []
  if (parts.length !== 1)
    throw new Error(`${parts.length} sections with the heading "${heading}", expected 1`)
  return parts[0]!.split(new RegExp(`^#{1,${level.length}} `, 'm'), 1)[0]!
}

/** The cells of all body rows of all tables. */
export function rowsOf(section: string): string[][] {
  const lines = section.split('\n')
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

function isRule(line = ''): boolean {
  return /^\|(?: ?-+ ?\|)+$/.test(line)
}

/** The code spans of a text. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
}

/** The fenced blocks with a name after their language, as a table from name to content. */
export function namedExamples(document: string): Record<string, string> {
  const blocks = document.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)
  return Object.fromEntries([...blocks].map(([, name, content]) => [name!, content!]))
}

/** The keys that a reader asks a value for, as the document writes them: `items[].url`. */
export function keysRead(reader: Reader<unknown>, value: unknown): string[] {
  const keys = new Set<string>()
  const recorded = (part: unknown, path: string): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((item) => recorded(item, `${path}[]`))
    return new Proxy(part as Record<string, unknown>, {
      get(target, key) {
        const name = [path, String(key)].filter(Boolean).join('.')
        keys.add(name)
        return recorded(target[String(key)], name)
      },
    })
  }
  reader(recorded(value, ''), richText)
  return [...keys]
}
