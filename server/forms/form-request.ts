// The fields of a submission, read from what came over the wire.
import type { IncomingHttpHeaders } from 'node:http'
import { pageError } from '../../shared/errors.ts'
import { formElapsed, formFieldNames, formFields, formTrap, tidy } from '../../shared/form.ts'
import type { Circumstances } from './spam-flags.ts'

export const bodyLimitBytes = 65_536
/** Escaped, each Chinese character is nine bytes; what is too long is to come back with the page. */
export const postLimitBytes = 262_144
const mostFields = 40
const longestName = 64
const longestText = 10_000
const notText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

type Fields = Record<string, string>

/** A flat JSON object of texts; throws PageError 400. */
export function readJsonFields(bytes: Buffer): Fields {
  const value = parse(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  const entries = Object.entries(value)
  if (entries.length > mostFields || !entries.every(isTextField)) throw malformed()
  return Object.fromEntries(entries) as Fields
}

function isTextField([name, value]: [string, unknown]): boolean {
  // An own key of this name turns into a prototype wherever the object is copied by assignment.
  if (name === '__proto__' || name.length > longestName || notText.test(name)) return false
  return (
    typeof value === 'string' && value.length <= longestText && value.isWellFormed() && !notText.test(value)
  )
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw malformed()
  }
}

const malformed = () => pageError(400, 'Bad Request')

/** Only the form's fields, all of them; what links fill in only where it is there. */
export function readPostedFields(body: URLSearchParams): Fields {
  const given = formFieldNames.filter((name) => formFields[name].kind !== 'context' || body.get(name))
  return Object.fromEntries(given.map((name) => [name, tidy(body.get(name) ?? '')]))
}

/** Takes out what the form says about its making. */
export function withoutCircumstances(all: Fields): { fields: Fields; circumstances: Circumstances } {
  const { [formTrap]: trap = '', [formElapsed]: elapsed = '', ...rest } = all
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, tidy(value)]))
  return { fields, circumstances: circumstancesOf(trap, elapsed) }
}

export function circumstancesOf(trap: string, elapsed: string): Circumstances {
  return { trap, elapsedMs: /^\d{1,9}$/.test(elapsed) ? Number(elapsed) : undefined }
}

/**
 * By fetch metadata, which no page can forge; else by Origin. A program that sends neither is no browser. A subdomain
 * counts as another site.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy that renames the host, the configured address is the one browsers see.
  return origin !== siteUrl && new URL(origin).host !== host
}
