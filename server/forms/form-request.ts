// Form request: the fields of a submission, parsed from JSON or from a posted form.
import type { IncomingHttpHeaders } from 'node:http'
import { type FieldErrors, pageError } from '../../shared/errors.ts'
import { type FormField, formElapsed, formProduct, formTrap, tidy } from '../../shared/form.ts'
import { isRecord } from '../../shared/is-record.ts'
import { parseJson } from '../base/json.ts'
import type { BotSignals } from './spam-flags.ts'

export const bodyLimitBytes = 65_536
/** A percent-encoded Chinese character is nine bytes; text over a field limit is shown again with the page. */
export const postLimitBytes = 262_144
const mostFields = 40
const longestName = 64
const longestText = 10_000
const notText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

type Fields = Record<string, string>

/** A flat JSON object of texts, tidied; throws PageError 400. */
export function readJsonFields(bytes: Buffer): Fields {
  const value = parseJson(bytes)
  if (!isRecord(value)) throw malformed({ body: [expected.object] })
  const entries = Object.entries(value)
  if (entries.length > mostFields || !entries.every(([name]) => isFieldName(name)))
    throw malformed({ body: [expected.fields] })
  // NUL is no text.
  const texts = entries.map(([name, text]) => [name, typeof text === 'string' ? tidy(text) : '\0'] as const)
  const wrong = texts.filter(([, text]) => !isText(text))
  if (wrong.length > 0) throw malformed(Object.fromEntries(wrong.map(([name]) => [name, [expected.text]])))
  return Object.fromEntries(texts)
}

const expected = {
  object: 'must be a JSON object in UTF-8',
  fields: `must have at most ${mostFields} fields, their names at most ${longestName} characters without control characters, and not __proto__`,
  text: `must be text of at most ${longestText} characters without control characters`,
}

function isFieldName(name: string): boolean {
  // Prototype pollution: an own `__proto__` key becomes the prototype where the object is copied by assignment.
  return name !== '__proto__' && name.length <= longestName && !notText.test(name)
}

function isText(text: string): boolean {
  return text.length <= longestText && text.isWellFormed() && !notText.test(text)
}

const malformed = (errors: FieldErrors) => pageError(400, 'Bad Request', errors)

/** All fields of the form and no others; the product only if present. */
export function readPostedFields(body: URLSearchParams, form: readonly FormField[]): Fields {
  const given = [...form.map(({ name }) => name), ...(body.get(formProduct.name) ? [formProduct.name] : [])]
  return Object.fromEntries(given.map((name) => [name, tidy(body.get(name) ?? '')]))
}

/** Separates the bot signals from the fields. */
export function splitBotSignals(all: Fields): { fields: Fields; botSignals: BotSignals } {
  const { [formTrap]: trap = '', [formElapsed]: elapsed = '', ...fields } = all
  return { fields, botSignals: botSignalsOf(trap, elapsed) }
}

export function botSignalsOf(trap: string, elapsed: string): BotSignals {
  return { trap, elapsedMs: /^\d{1,9}$/.test(elapsed) ? Number(elapsed) : undefined }
}

/**
 * By Fetch Metadata, which no page can forge; else by Origin. A client that sends neither is no browser. A subdomain
 * counts as another site.
 */
export function isCrossSite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy that rewrites Host, browsers see the configured URL.
  return origin !== siteUrl && new URL(origin).host !== host
}
