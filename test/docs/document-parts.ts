// Reads of a Markdown document what the tests of the documents compare: code, links, headings, tables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const fence = /^( *)(`{3,}|~{3,}).*\n[\s\S]*?^\1\2 *$/gm
const span = /`([^`\n]+)`/g

/** `path` below the repository. */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** The text without fenced code. */
function withoutFences(text: string): string {
  return text.replace(fence, '')
}

export function spansIn(text: string): string[] {
  return [...withoutFences(text).matchAll(span)].map(([, code = '']) => code)
}

/** Fenced code and code spans. */
export function codeIn(text: string): string[] {
  return [...[...text.matchAll(fence)].map(([code]) => code), ...spansIn(text)]
}

/** The text without fenced code and without the addresses of links. */
export function proseOf(text: string): string {
  return withoutFences(text).replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** Targets of links and images. */
export function linksIn(text: string): string[] {
  const plain = withoutFences(text).replace(span, '')
  const inline = [...plain.matchAll(/\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g)]
  const references = [...plain.matchAll(/^ *\[[^\]]+\]: +(\S+)/gm)]
  return [...inline, ...references].map(([, target = '']) => target)
}

export function headingsIn(text: string): { level: number; title: string }[] {
  const lines = withoutFences(text).matchAll(/^(#{1,6}) +(.+?) *#*$/gm)
  return [...lines].map(([, { length: level } = '', title = '']) => ({ level, title }))
}

/** The anchors of the headings, as GitHub makes them. */
export function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const { title } of headingsIn(text)) {
    const words = title.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let name = slug
    for (let count = 1; anchors.has(name); count++) name = `${slug}-${count}`
    anchors.add(name)
  }
  return anchors
}

/** The text, without fenced blocks, from a heading (with its `#`) to the next one of its level or above. Throws without it. */
export function sectionOf(document: string, heading: string): string {
  const text = withoutFences(document)
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
    .map((line) => line.slice(1, line.lastIndexOf('|')).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()))
}

function isRule(line = ''): boolean {
  return /^\|(?: ?-+ ?\|)+$/.test(line)
}

/** The first row is the head. */
export function markdownTable([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The fenced blocks with a name after their language, as a table from name to content. */
export function namedExamples(document: string): Record<string, string> {
  const blocks = document.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)
  return Object.fromEntries([...blocks].map(([, name, content]) => [name!, content!]))
}

/** The commands of the shell blocks below a heading (with its `## `), one each; those of the whole document without a heading. */
export function commandsIn(document: string, heading?: string): string[] {
  const part = heading === undefined ? document : document.split(`\n${heading}\n`)[1]?.split('\n## ', 1)[0]
  if (part === undefined) throw new Error(`no section with the heading "${heading}"`)
  const blocks = [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => linesOf(block.replace(/ *\\\n */g, ' ')))
}
