// Kinds of settings: how the text of a variable becomes a value. An empty text is read where it is the default.
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Throws an Error whose message ends the sentence "NAME …", without the text: it may be a secret. A line for each problem. */
export type Reader<T> = (text: string) => T

export type Setting<T = unknown> = {
  name: string
  read: Reader<T>
  description: string
  /** As in the environment; empty: none. */
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

type Range = [least: number, most?: number]

/** Only digits are a number: `3e3`, `3000.5` and `0x10` are not. */
export function whole(name: string, byDefault: number, [least, most]: Range, description: string) {
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

export function oneOf<T extends string>(...values: T[]): Reader<T> {
  return (text) => {
    const value = values.find((one) => one === text)
    if (!value) throw new Error(`must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)
    return value
  }
}

/** Whether it is the first of two words. */
export function either(yes: string, no: string): Reader<boolean> {
  const read = oneOf(yes, no)
  return (text) => read(text) === yes
}

export function anyText(text: string): string {
  return text
}

export function matching(pattern: RegExp, expected: string): Reader<string> {
  return (text) => {
    if (text !== '' && !pattern.test(text)) throw new Error(`must be ${expected}`)
    return text
  }
}

export function words(pattern: RegExp, expected: string): Reader<string[]> {
  const readWord = matching(pattern, `${expected}, separated by spaces`)
  return (text) => listOf(text, / /).map(readWord)
}

export function listOf(text: string, separator: RegExp): string[] {
  const parts = text.split(separator).map((part) => part.trim())
  return parts.filter(Boolean)
}

/** An absolute path. */
export function folder(text: string): string {
  return text && resolve(text)
}

/** Undefined for an empty text. A path is one of this site. */
export function parseUrl(text: string, pattern: RegExp, expected: string): URL | undefined {
  const base = 'https://site.invalid'
  if (matching(pattern, expected)(text) === '') return undefined
  if (!URL.canParse(text, base)) throw new Error('is not a URL')
  return new URL(text, base)
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

/** Addresses and networks, separated by commas. */
export function networks(text: string): string[] {
  const all = listOf(text, /,/)
  if (!all.every(isNetwork)) throw new Error('must be IP addresses or networks like 10.0.0.0/8')
  return all
}

function isNetwork(network: string): boolean {
  const [address = '', bits = '0', ...rest] = network.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** Fields that belong to the connection or to this server. */
const ownFields =
  /^(?:connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding|via)$/i

/** By lower-case name. */
export function headerFields(text: string): Record<string, string> {
  const fields = listOf(text, /[;\n]/).map((line) => {
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):([\t\x20-\x7e]*)$/.exec(line) ?? []
    if (!name || ownFields.test(name))
      throw new Error('must be header fields like X-Api-Key: abc, separated by ; or line breaks')
    return [name.toLowerCase(), value.trim()] as const
  })
  return Object.fromEntries(fields)
}

/** Attributes of a script element that load nothing and run nothing. */
const attribute = /^(data-[a-z0-9-]+|async|crossorigin|defer|integrity|referrerpolicy|type)=([ -:<-~]*)$/

export function scriptAttributes(text: string): Record<string, string> {
  const attributes = listOf(text, /;/).map((pair) => {
    const [, name, value = ''] = attribute.exec(pair) ?? []
    const expected = 'attributes of a script, data-… or defer, separated by ;, like data-site=abc; defer='
    if (!name) throw new Error(`must be ${expected}`)
    return [name, value] as const
  })
  return Object.fromEntries(attributes)
}
