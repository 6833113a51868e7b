// YAML source: parsed, with the line of every field; text files and front matter.
import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { type Problem, say } from '../../../shared/content/problem.ts'
import {
  type ContentError,
  isContentError,
  type Reader,
  type SafeHtml,
} from '../../../shared/content/reader.ts'
import { type Fault, fileFault } from './problem.ts'
import { plainTextProblem, yamlProblem } from './yaml-problem.ts'

/**
 * `lineOf` takes a field path as in ContentError (`items.0.url`); for a missing field, the line of its parent.
 * `value` is undefined where the text is not YAML. `remarks`: what is YAML, and probably means something else.
 */
type ParsedText = { value: unknown; faults: Fault[]; remarks: Fault[]; lineOf: (field: string) => number }

/** `firstLine` is where the text starts in its file. */
export function parseSource(text: string, firstLine = 1): ParsedText {
  const lineCounter = new LineCounter()
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + firstLine - 1
  const lines = text.split('\n')
  const notYaml = (line: number, message: string, code?: ErrorCode): Fault => {
    const problem = yamlProblem({ message, code }, lines[line - firstLine] ?? '')
    return { line, ...say('not YAML: {problem}', { problem }), effect: 'left out' }
  }
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false })
    const faults = document.errors.map(({ pos, message, code }) => notYaml(lineAt(pos[0]), message, code))
    const value: unknown = faults.length > 0 ? undefined : document.toJS()
    const plain = typeof value === 'string' ? plainTextProblem(text) : undefined
    if (plain) faults.push({ ...plain, line: plain.line + firstLine - 1, effect: 'left out' })
    return {
      value: plain ? undefined : value,
      faults: firstOfEachLine(faults),
      remarks: misread(text, document, lineAt),
      lineOf: (field) => {
        const offset = offsetOf(document.contents, field)
        return offset === undefined ? firstLine : lineAt(offset)
      },
    }
  } catch (error) {
    // The parser throws for nesting too deep for the stack and for too many aliases.
    const message = error instanceof Error ? error.message : String(error)
    return { value: undefined, faults: [notYaml(firstLine, message)], remarks: [], lineOf: () => firstLine }
  }
}

/** Texts that end at a #, and lists that have a full-width comma instead of one of YAML. */
function misread(text: string, document: Document, lineAt: (offset: number) => number): Fault[] {
  const remarks: Fault[] = []
  if (!/ #\S|[，、]/.test(text)) return remarks
  const remark = ({ range }: Node, problem: Problem) =>
    remarks.push({ line: lineAt(range?.[0] ?? 0), ...problem, effect: 'remark' })
  visit(document, {
    Scalar(key, node, path) {
      if (key === 'key' || node.type !== 'PLAIN' || typeof node.value !== 'string') return
      const list = path.at(-1)
      if (/^\S/.test(node.comment ?? ''))
        remark(
          node,
          say('what follows the # is a comment: {text}; put quotes around the whole text', {
            text: `#${node.comment}`,
          }),
        )
      if (isSeq(list) && list.flow && /[，、]/.test(node.value))
        remark(
          node,
          say('one entry: {text}; write a comma and a space between two, as in [a, b]', { text: node.value }),
        )
    },
  })
  return remarks
}

/** The others on a line are mostly consequences of the first one. */
function firstOfEachLine(faults: Fault[]): Fault[] {
  return faults.filter(({ line }, index) => faults.findIndex((fault) => fault.line === line) === index)
}

export type SourceContent<T> = { content: T | undefined; faults: Fault[] }

/** Reads a source's value; `content` is undefined where it is invalid. */
export function readSource<T>(
  { value, lineOf }: ParsedText,
  reader: Reader<T>,
  withOffset: (local: string) => string,
): SourceContent<T> {
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

/** A problem with the field that it is about. */
function describe({ field, message, zh }: ContentError): Problem {
  const problem = { problem: message, zh }
  if (!field) return problem
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

/** Without byte order mark, line ends as `\n`. Throws FileFault where it is not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return decode(bytes).replace(/\r\n?/g, '\n')
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fileFault(1, say('not UTF-8 text'))
  }
}

type FrontMatter = { yaml: string; body: string; bodyLine: number }

/** Splits a Markdown file; the YAML starts on line 2. Throws FileFault without front matter. */
export function splitFrontMatter(text: string): FrontMatter {
  if (!/^---[ \t]*\n/.test(text)) throw fileFault(1, say('the file must start with a line ---'))
  const lines = text.split('\n')
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line))
  if (end === -1) throw fileFault(1, say('the front matter has no closing line ---'))
  return {
    yaml: lines.slice(1, end).join('\n'),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  }
}
