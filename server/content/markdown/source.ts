// YAML source: parsed, with the line of every field; text files and front matter.
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { type ContentError, isContentError, problemOf } from '../../../shared/content/content-error.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'
import type { Reader, SafeHtml } from '../../../shared/content/reader.ts'
import type { Fault } from './problem.ts'
import { fullWidthColon, yamlProblem } from './yaml-problem.ts'

/**
 * `lineOf` takes a field path as in ContentError (`items.0.url`); for a missing field, the line of its parent.
 * `value` is undefined where the text is not YAML. `remarks`: what is YAML, and probably means something else.
 */
type ParsedText = { value: unknown; faults: Fault[]; remarks: Fault[]; lineOf: (field: string) => number }

/** `firstLine` is where the text starts in its file. Throws where it is nested too deep, or has too many aliases. */
export function parseSource(text: string, firstLine = 1): ParsedText {
  const lineCounter = new LineCounter()
  const lineAt = (offset = 0) => lineCounter.linePos(offset).line + firstLine - 1
  const lines = text.split('\n')
  const unusable = (faults: Fault[]) => ({ value: undefined, faults, remarks: [], lineOf: () => firstLine })
  const fault = (line: number, problem: Problem): Fault => ({
    line,
    ...say('not YAML: {problem}', { problem }),
    effect: 'left out',
  })
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const faults = document.errors.map(({ pos, message, code }) => {
    const line = lineAt(pos[0])
    return fault(line, yamlProblem(message, code, lines[line - firstLine] ?? ''))
  })
  const anchors = new Set<string>()
  visit(document, {
    Value(_, { anchor }) {
      if (anchor) anchors.add(anchor)
    },
    Alias(_, { source: name, range }) {
      const problem = say(
        'nothing before *{name} is marked &{name}; a text that starts with * needs quotes',
        { name },
      )
      if (!anchors.has(name)) faults.push(fault(lineAt(range?.[0]), problem))
    },
  })
  // The others on a line are mostly consequences of the first one.
  const first = faults.filter(({ line }, at) => faults.findIndex((one) => one.line === line) === at)
  if (first.length > 0) return unusable(first)
  const value: unknown = document.toJS()
  const [pattern, problem] = fullWidthColon
  const wrong = typeof value === 'string' ? lines.findIndex((line) => pattern.test(line)) : -1
  if (wrong >= 0) return unusable([fault(wrong + firstLine, problem)])
  return {
    value,
    faults: [],
    remarks: misread(text, document, lineAt),
    lineOf: (field) => {
      const offset = offsetOf(document.contents, field)
      return offset === undefined ? firstLine : lineAt(offset)
    },
  }
}

/** Texts that end at a #, as colours without quotes do, and lists that have a full-width comma instead of one of YAML. */
function misread(text: string, document: Document, lineAt: (offset: number) => number): Fault[] {
  const remarks: Fault[] = []
  if (!/ #\S|[，、]/.test(text)) return remarks
  visit(document, {
    Scalar(key, { type, value, range }, path) {
      if (key === 'key' || type !== 'PLAIN' || (typeof value !== 'string' && value !== null)) return
      const [start, end] = range ?? [0, 0]
      const remark = (problem: Problem) => remarks.push({ line: lineAt(start), ...problem, effect: 'remark' })
      const [, comment] = /^[ \t]*(#\S.*)/.exec(text.slice(end, end + 1000)) ?? []
      if (comment)
        remark(
          say('what follows the # is a comment: {text}; put quotes around the whole text', { text: comment }),
        )
      const list = path.at(-1)
      if (value && isSeq(list) && list.flow && /[，、]/.test(value))
        remark(say('one entry: {text}; write a comma and a space between two, as in [a, b]', { text: value }))
    },
  })
  return remarks
}

/** Reads a source's value; `content` is undefined where it is invalid. */
export function readSource<T>(
  { value, faults, lineOf }: ParsedText,
  reader: Reader<T>,
  withOffset: (local: string) => string,
): { content: T | undefined; faults: Fault[] } {
  if (faults.length > 0) return { content: undefined, faults }
  const omitted: ContentError[] = []
  const faultOf = (error: ContentError, effect: Fault['effect']): Fault => ({
    line: lineOf(error.field),
    ...describe(error),
    effect: error.isUnknown ? 'ignored' : effect,
  })
  try {
    // The function is never called: front matter has no rich text fields.
    const content = reader(value, (html) => html as SafeHtml, { omitted, withOffset })
    return { content, faults: omitted.map((error) => faultOf(error, 'incomplete')) }
  } catch (error) {
    if (!isContentError(error)) throw error
    return { content: undefined, faults: [error, ...omitted].map((error) => faultOf(error, 'left out')) }
  }
}

/** A problem with the field that it is about; items of lists count from 1: `specs[2].name`. */
function describe({ field: path, message, zh }: ContentError): Problem {
  const problem = { problem: message, zh }
  if (!path) return problem
  const field = path.replace(/(?:^|\.)(\d+)(?=\.|$)/g, (_, index) => `[${Number(index) + 1}]`)
  return message.endsWith('got undefined')
    ? say('{field} is missing', { field })
    : say('{field}: {problem}', { field, problem })
}

function offsetOf(node: Node | null, field: string): number | undefined {
  if (!node || !field) return undefined
  if (isSeq<Node>(node)) {
    const [index = '', ...rest] = field.split('.')
    const item = node.items[Number(index)]
    return offsetOf(item ?? null, rest.join('.')) ?? item?.range?.[0]
  }
  if (!isMap<Node, Node | null>(node)) return undefined
  // Keys may contain dots, so that the path is not split at them.
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : ''
    if (field !== name && !field.startsWith(`${name}.`)) continue
    return offsetOf(value, field.slice(name.length + 1)) ?? key.range?.[0]
  }
  return undefined
}

/** Without byte order mark, line ends as `\n`. Throws ContentError where it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    throw problemOf('', say('not UTF-8 text'))
  }
}

/** Splits a Markdown file; the YAML starts on line 2, the body has its lines of the file. Throws ContentError without front matter. */
export function splitFrontMatter(text: string): { yaml: string; body: string } {
  const [start, ...lines] = text.split('\n')
  if (!isRule(start)) throw problemOf('', say('the file must start with a line ---'))
  const end = lines.findIndex(isRule)
  if (end < 0) throw problemOf('', say('the front matter has no closing line ---'))
  return {
    yaml: lines.slice(0, end).join('\n'),
    body: '\n'.repeat(end + 2) + lines.slice(end + 1).join('\n'),
  }
}

function isRule(line = ''): boolean {
  return /^---[ \t]*$/.test(line)
}
