// POST /api/home/form/{name}: the form call of the contract, for browsers and other programs.
import type { FastifyInstance } from 'fastify'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import { jsonIn } from '../../shared/api/error-message.ts'
import { type FieldErrors, pageError } from '../../shared/errors.ts'
import { formElapsed, formTrap, tidy } from '../../shared/form.ts'
import { isRecord } from '../../shared/is-record.ts'
import { acceptedLanguage } from '../../shared/languages.ts'
import type { AppContext } from '../app-context.ts'
import { field } from '../base/fields.ts'
import type { FormRequest, Rejection, SubmitForm } from '../forms/forms.ts'
import { fieldsIn } from '../forms/message.ts'
import { upstreamTarget } from './request.ts'

const folder = '/api/home/form/'
const maxSegmentLength = 200
const maxKeyLength = 255
const bodyLimit = 65_536
const mostFields = 40
const longestName = 64
const longestText = 10_000
const notText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Bodies of `scope` are buffers without hostile JSON. */
export function installFormApi(
  scope: FastifyInstance,
  { config: { formName, apiBase }, siteSettings: { languages } }: AppContext,
  submitForm: SubmitForm,
) {
  scope.post(`${folder}*`, { bodyLimit }, async ({ headers, body, mediaType, site }, reply) => {
    const form = formTarget(site.pathname)
    if (!Buffer.isBuffer(body) || mediaType !== 'application/json')
      throw pageError(415, 'Unsupported Media Type')
    const json = body.toString()
    const value = jsonIn(json)
    if (!isRecord(value)) throw malformed({ body: ['must be a JSON object in UTF-8'] })
    // A local site has one table of fields for all forms; an upstream checks those of its own.
    const isChecked = form === formName || apiBase === ''
    const response = await submitForm({
      ...(isChecked ? readFields(value) : { fields: fieldsIn(json), trap: '', elapsed: '', body: json }),
      form,
      locale: acceptedLanguage(headers['accept-language'], languages()),
      fingerprint: (field(headers, 'finger-print') ?? '').slice(0, maxSegmentLength),
      key: idempotencyKey(field(headers, 'idempotency-key') ?? ''),
      address: site.address,
      agent: headers['user-agent'] ?? '',
    })
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (response.kind === 'accepted') reply.header('form-reference', response.reference)
    else if (response.retryAfterSeconds) reply.header('retry-after', response.retryAfterSeconds)
    const { status, body: sent } = response.kind === 'accepted' ? response.upstream : jsonOf(response)
    return reply.status(status).send(sent)
  })
}

function formTarget(pathname: string): string {
  const path = upstreamTarget({ pathname, search: '' }, folder)
  const segment = path?.slice(folder.length) ?? ''
  if (!path || segment.includes('/') || segment.length > maxSegmentLength) throw pageError(404, 'Not Found')
  return decodeURIComponent(segment)
}

const expectedText = `must be text of at most ${longestText} characters without control characters, its name one of at most ${longestName}`
const malformed = (errors: FieldErrors) => pageError(400, 'Bad Request', errors)

/** Flat, and tidied; throws PageError 400. */
function readFields(object: Record<string, unknown>): FormRequest {
  const entries = Object.entries(object)
  if (entries.length > mostFields) throw malformed({ body: [`must have at most ${mostFields} fields`] })
  // NUL is no text.
  const texts = entries.map(([name, text]) => [name, typeof text === 'string' ? tidy(text) : '\0'] as const)
  const wrong = texts.filter(([name, text]) => !isText(name, longestName) || !isText(text, longestText))
  if (wrong.length > 0) throw malformed(Object.fromEntries(wrong.map(([name]) => [name, [expectedText]])))
  const { [formTrap]: trap = '', [formElapsed]: elapsed = '', ...fields } = Object.fromEntries(texts)
  return { fields, trap, elapsed }
}

function isText(text: string, longest: number): boolean {
  return text.length <= longest && text.isWellFormed() && !notText.test(text)
}

/** A structured header may be quoted (draft-ietf-httpapi-idempotency-key-header). */
function idempotencyKey(header: string): string | undefined {
  const key = header.replace(/^"(.*)"$/, '$1')
  if (key.length > maxKeyLength || /[^\x20-\x7e]/.test(key))
    throw malformed({ 'idempotency-key': [`must be at most ${maxKeyLength} characters of ASCII`] })
  return key || undefined
}

/** The contract has 400 where HTML has 422. */
function jsonOf({ upstream, status, message, errors }: Rejection) {
  const lists = Object.entries(errors).map(([field, reason]): [string, string[]] => [field, [reason]])
  const named = lists.length > 0 ? Object.fromEntries(lists) : undefined
  return upstream ?? { status: status === 422 ? 400 : status, body: errorEnvelope(message, named) }
}
