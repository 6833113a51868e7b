// Kinds of settings: how the text of a variable becomes a value. An empty text is read where it is the default.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Throws an Error whose message ends the sentence "NAME …", without the text: it may be a secret. A line for each problem. */
export type Reader<T> = (text: string) => T

export type Setting<T = unknown> = {
  name: string
  read: Reader<T>
  description: string
  /** The text that the environment would have; empty: none. */
  default: string
  /** Never shown, and may be in the file that `NAME_FILE` names. */
  isSecret: boolean
}

export function setting<T>(name: string, read: Reader<T>, description: string, byDefault = ''): Setting<T> {
  return { name, read, description, default: byDefault, isSecret: false }
}

export function secret<T>(name: string, read: Reader<T>, description: string): Setting<T> {
  return { ...setting(name, read, description), isSecret: true }
}

export function password(name: string, least: number, description: string): Setting<string> {
  const expected = `at least ${least} characters`
  const read = (text: string) => {
    const length = text.length < least ? `; it has ${text.length}` : ''
    if (text !== '' && (length || /\s/.test(text)))
      throw new Error(`must be ${expected} without spaces${length}`)
    return text
  }
  return secret(name, read, `${description}, ${expected}`)
}

/** Digits alone are a number: `3e3`, `3000.5` and `0x10` are not. `limits`: least and most. */
export function whole(name: string, byDefault: number, limits: [number, number?], description: string) {
  const [least, most] = limits
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  const read = (text: string) => {
    if (!/^\d{1,15}$/.test(text) || Number(text) < least || Number(text) > (most ?? Infinity))
      throw new Error(`must be a whole number ${range}, in digits`)
    return Number(text)
  }
  return setting(name, read, description, `${byDefault}`)
}

/** The value is in milliseconds. */
export function seconds(...row: Parameters<typeof whole>): Setting<number> {
  const { read, ...rest } = whole(...row)
  return { ...rest, read: (text) => read(text) * 1000 }
}

export function choice<const T extends string>(
  name: string,
  byDefault: NoInfer<T>,
  choices: readonly T[],
  description: string,
): Setting<T> {
  const expected = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  const read = (text: string) => {
    const value = choices.find((one) => one === text)
    if (!value) throw new Error(`must be ${expected}`)
    return value
  }
  return setting(name, read, `${description}: ${expected}`, byDefault)
}

/** Whether it is the first of two words. */
export function flag(name: string, byDefault: string, description: string, choices = ['on', 'off']) {
  const { read, ...row } = choice(name, byDefault, choices, description)
  return { ...row, read: (text: string) => read(text) === choices[0] }
}

export function matching(pattern: RegExp, expected: string): Reader<string> {
  return (text) => {
    if (text !== '' && !pattern.test(text)) throw new Error(`must be ${expected}`)
    return text
  }
}

export function list<T>(separator: RegExp, readPart: Reader<T>): Reader<T[]> {
  return (text) => {
    const parts = text.split(separator).map((part) => part.trim())
    return parts.filter(Boolean).map(readPart)
  }
}

/** `pair` has two groups. The names are in lower case. */
export function pairs(separator: RegExp, pair: RegExp, expected: string): Reader<Record<string, string>> {
  const read = list(separator, (text) => {
    const [, name, value = ''] = pair.exec(text) ?? []
    if (!name) throw new Error(`must be ${expected}`)
    return [name.toLowerCase(), value.trim()] as const
  })
  return (text) => Object.fromEntries(read(text))
}

/** An absolute path. */
export function folder(text: string): string {
  return text && resolve(text)
}

/** Undefined for an empty text. A path is one of this site. */
export function parseUrl(text: string, pattern: RegExp, expected: string): URL | undefined {
  if (matching(pattern, expected)(text) === '') return undefined
  const parsed = URL.parse(text, 'https://site.invalid')
  if (!parsed) throw new Error('is not a URL')
  return parsed
}

/** The text without slashes at its end. */
export function url(pattern: RegExp, expected: string): Reader<string> {
  return (text) => {
    const { username, password } = parseUrl(text, pattern, expected) ?? {}
    if (username || password) throw new Error('must not contain a user name or password')
    return withoutSlash(text)
  }
}

function withoutSlash(text: string): string {
  return text.endsWith('/') ? withoutSlash(text.slice(0, -1)) : text
}

export function network(text: string): string {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  if (!isIP(address) || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
    throw new Error('must be IP addresses or networks like 10.0.0.0/8')
  return text
}

/** Undefined for a file that cannot be read. */
export function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
