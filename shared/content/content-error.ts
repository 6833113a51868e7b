// Mistakes in content: the error that names the field, what is left out because of it, and the plain values that throw it.
import { toWellFormed } from '../well-formed.ts'
import { type Problem, say } from './problem.ts'

/** `zh`: the message in Chinese. `isUnknown`: no reader reads the field. */
export type ContentError = Error & { name: 'ContentError'; field: string; zh: string; isUnknown?: true }

export function isContentError(error: unknown): error is ContentError {
  return error instanceof Error && error.name === 'ContentError'
}

/** Lenient mode: the errors of what was left out, in order; undefined where nothing may be. */
type Omissions = { omitted?: ContentError[] }

/** Throws where nothing may be omitted. */
export function omit(error: unknown, { omitted }: Omissions): void {
  if (!omitted || !isContentError(error)) throw error
  omitted.push(error)
}

/** The key of an object or a record, or the index in a list. */
export type Key = string | number

/** Reads a part of a value. Its key comes before the fields of the errors. */
export function atKey<T>(key: Key, { omitted }: Omissions, read: () => T): T {
  const before = omitted?.length
  const prefix = (error: unknown) => {
    if (isContentError(error)) error.field = error.field ? `${key}.${error.field}` : String(key)
  }
  try {
    return read()
  } catch (error) {
    prefix(error)
    throw error
  } finally {
    omitted?.slice(before).forEach(prefix)
  }
}

/** `fatalOf`: what is said of a mistake in a part that is one of the whole value; by default of all but unknown keys. */
export function whole<Context extends Omissions, T>(
  context: Context,
  read: (context: Context) => T,
  fatalOf = mistakeOf,
): T {
  const before = context.omitted?.length ?? 0
  const value = read(context)
  for (const [at, error] of context.omitted?.entries() ?? []) {
    const problem = at < before ? undefined : fatalOf(error)
    if (!problem) continue
    context.omitted?.splice(at, 1)
    throw problemOf(error.field, problem)
  }
  return value
}

export function mistakeOf({ isUnknown, message, zh }: ContentError): Problem | undefined {
  return isUnknown ? undefined : { problem: message, zh }
}

/** Lone surrogates cannot be encoded in URLs, so they are replaced (U+FFFD). */
export function text(value: unknown): string {
  return typeof value === 'string' ? toWellFormed(value) : fail('text', value)
}

/** A text in which `problemIn` finds nothing wrong. */
export function checkedText(problemIn: (text: string) => Problem | undefined): (value: unknown) => string {
  return (value) => {
    const problem = problemIn(text(value))
    return problem ? invalid(problem) : text(value)
  }
}

export function oneOf<const T extends string>(...choices: readonly T[]): (value: unknown) => T {
  return (value) => choices.find((choice) => choice === value) ?? fail(choices.join(' or '), value, 40)
}

export function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fail('number', value)
}

export function flag(value: unknown): boolean {
  return typeof value === 'boolean' ? value : fail('boolean', value)
}

export function invalid(problem: Problem, field = ''): never {
  throw problemOf(field, problem)
}

/** `expected`: a noun, `list`; `quoted`: how many characters of a given text the message repeats. */
export function fail(expected: string, value: unknown, quoted = 0): never {
  const got =
    quoted && typeof value === 'string' ? JSON.stringify(value.slice(0, quoted)) : noun(kindOf(value))
  throw problemOf('', say('expected {expected}, got {got}', { expected: noun(expected), got }))
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  // In YAML, `.inf` and `.nan`.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value
}

function noun(word: string): Problem {
  return { problem: word, zh: nouns[word] ?? ` ${word.replaceAll(' or ', ' 或 ')}` }
}

const nouns: Record<string, string> = {
  text: '文本',
  string: '文本',
  number: '数字',
  boolean: ' true 或 false',
  list: '列表',
  object: '映射',
  null: '空值',
  undefined: '空值',
}

/** An error with a text of its own. */
export function problemOf(field: string, { problem, zh }: Problem): ContentError {
  return Object.assign(new Error(problem), { name: 'ContentError' as const, field, zh })
}
