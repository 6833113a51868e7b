// A text file of the content folder, as an editor's program may have saved it.
import { readFileSync } from 'node:fs'
import { fileFault } from './problem.ts'

/**
 * Without byte order mark, lines ended by `\n`. Throws FileFault where it cannot be read as UTF-8. At once: the five
 * turns of a promise for each of many small files take several times as long.
 */
export function readTextFile(path: string): string {
  return decode(readBytes(path)).replace(/\r\n?/g, '\n')
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw fileFault(1, code === 'ENOENT' ? 'the file is missing' : `cannot be read (${code})`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fileFault(1, 'not UTF-8 text')
  }
}

export type FrontMatter = { yaml: string; body: string; bodyLine: number }

/** Splits a Markdown file; the YAML starts on line 2. Throws FileFault without front matter. */
export function splitFrontMatter(text: string): FrontMatter {
  if (!/^---[ \t]*\n/.test(text)) throw fileFault(1, 'the file must start with a line ---')
  const lines = text.split('\n')
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line))
  if (end === -1) throw fileFault(1, 'the front matter has no closing line ---')
  return {
    yaml: lines.slice(1, end).join('\n'),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  }
}
