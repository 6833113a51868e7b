// YAML read with the line of every field.
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { isContentError, type Reader, type SafeHtml } from '../../shared/content/reader.ts'
import { fileFault } from './problem.ts'

/** `lineOf` takes a field as the readers name it (`items.0.url`); where it is missing, the line of what holds it. */
export type Source = { value: unknown; lineOf: (field: string) => number }

/** `firstLine` is where the text starts in its file. Throws FileFault. */
export function parseSource(text: string, firstLine = 1): Source {
  const lineCounter = new LineCounter()
  const document = orFault(firstLine, () => parseDocument(text, { lineCounter, prettyErrors: false }))
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + firstLine - 1
  const [error] = document.errors
  if (error) throw fileFault(lineAt(error.pos[0]), `not YAML: ${error.message}`)
  return {
    value: orFault(firstLine, () => document.toJS() as unknown),
    lineOf: (field) => {
      const offset = offsetOf(document.contents, field)
      return offset === undefined ? firstLine : lineAt(offset)
    },
  }
}

/** Reads a source's value, or throws FileFault with the field's line. */
export function readSource<T>(source: Source, reader: Reader<T>): T {
  try {
    // Nothing in front matter is rich text, so no reader used here asks for any.
    return reader(source.value, (html) => html as SafeHtml)
  } catch (error) {
    if (!isContentError(error)) throw error
    throw fileFault(source.lineOf(error.field), describe(error.field, error.message))
  }
}

function describe(field: string, message: string): string {
  if (!field) return message
  return message.endsWith('got undefined') ? `${field} is missing` : `${field}: ${message}`
}

// Nesting too deep for the stack and aliases that multiply beyond the parser's limit are thrown.
function orFault<T>(line: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw fileFault(line, `not YAML: ${error instanceof Error ? error.message : error}`)
  }
}

function offsetOf(node: Node | null, field: string): number | undefined {
  if (!node || !field) return undefined
  if (isSeq<Node>(node)) {
    const [index = '', ...rest] = field.split('.')
    const item = node.items[Number(index)]
    return offsetOf(item ?? null, rest.join('.')) ?? item?.range?.[0]
  }
  if (!isMap<Node, Node | null>(node)) return undefined
  // A key may hold dots itself, so that the field is not split at them.
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : ''
    if (field !== name && !field.startsWith(`${name}.`)) continue
    return offsetOf(value, field.slice(name.length + 1)) ?? key.range?.[0]
  }
  return undefined
}
