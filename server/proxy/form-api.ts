// POST /api/home/form/{name}: the form call of the contract, for browsers and other programs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import { jsonIn } from '../../shared/api/error-message.ts'
import { type FieldErrors, pageError } from '../../shared/errors.ts'
import { formElapsed, formTrap, tidy } from '../../shared/form.ts'
import { isRecord } from '../../shared/is-record.ts'
import { acceptedLanguage } from '../../shared/languages.ts'
import type { AppContext } from '../app-context.ts'
import { parseJson } from '../base/json.ts'
import type { FormRequest, FormResponse, SubmitForm } from '../forms/forms.ts'
import { fieldsIn } from '../forms/message.ts'
import { envelopeError } from './envelope.ts'
import { expected, isHarmless, upstreamTarget } from './request.ts'

const folder = '/api/home/form/'
const maxSegmentLength = 200
const maxKeyLength = 255
const bodyLimitBytes = 65_536
const mostFields = 40
const longestName = 64
const longestText = 10_000
const notText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export async function installFormApi(
  app: FastifyInstance,
  { config: { formName, apiBase }, siteSettings: { languages } }: AppContext,
  submitForm: SubmitForm,
) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/json'],
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => envelopeError(request, reply, error))
    scope.post(`${folder}*`, { bodyLimit: bodyLimitBytes }, submit)
  })

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const { headers } = request
    const target = formTarget(request.site.pathname)
    if (!Buffer.isBuffer(request.body)) throw pageError(415, 'Unsupported Media Type')
    // A local site has one table of fields for all forms; an upstream checks those of its own.
    const isChecked = target === formName || apiBase === ''
    const read = isChecked ? readFields(request.body) : readOtherForm(request.body)
    const response = await submitForm({
      ...read,
      form: target,
      locale: acceptedLanguage(headers['accept-language'], languages()),
      fingerprint: headerText(headers['finger-print']).slice(0, maxSegmentLength),
      key: idempotencyKey(headers['idempotency-key']),
      address: request.site.address,
      agent: headerText(headers['user-agent']),
    })
    return send(reply.header('cache-control', 'no-store'), response)
  }
}

/** A flat JSON object of texts, tidied; throws PageError 400. */
function readFields(bytes: Buffer): FormRequest {
  const value = parseJson(bytes)
  if (!isRecord(value)) throw malformed({ body: ['must be a JSON object in UTF-8'] })
  const entries = Object.entries(value)
  if (entries.length > mostFields || !entries.every(([name]) => isFieldName(name)))
    throw malformed({ body: [expectedFields] })
  // NUL is no text.
  const texts = entries.map(([name, text]) => [name, typeof text === 'string' ? tidy(text) : '\0'] as const)
  const wrong = texts.filter(([, text]) => !isText(text))
  if (wrong.length > 0) throw malformed(Object.fromEntries(wrong.map(([name]) => [name, [expectedText]])))
  const { [formTrap]: trap = '', [formElapsed]: elapsed = '', ...fields } = Object.fromEntries(texts)
  return { fields, trap, elapsed }
}

const expectedFields = `must have at most ${mostFields} fields, their names at most ${longestName} characters without control characters, and not __proto__`
const expectedText = `must be text of at most ${longestText} characters without control characters`
const malformed = (errors: FieldErrors) => pageError(400, 'Bad Request', errors)

function isFieldName(name: string): boolean {
  // Prototype pollution: an own `__proto__` key becomes the prototype where the object is copied by assignment.
  return name !== '__proto__' && name.length <= longestName && !notText.test(name)
}

function isText(text: string): boolean {
  return text.length <= longestText && text.isWellFormed() && !notText.test(text)
}

function readOtherForm(bytes: Buffer): FormRequest & { body: string } {
  const body = bytes.toString()
  if (!isRecord(jsonIn(body)) || !isHarmless(bytes)) throw malformed({ body: [expected] })
  return { fields: fieldsIn(body), trap: '', elapsed: '', body }
}

function send(reply: FastifyReply, response: FormResponse): FastifyReply {
  const { upstream } = response
  if (response.kind === 'accepted') reply.header('form-reference', response.reference)
  // The upstream's response is passed on.
  if (upstream?.body)
    return reply.status(upstream.status).type('application/json; charset=utf-8').send(upstream.body)
  // Stored and not yet delivered: the idempotency key is its id here and at the upstream.
  if (response.kind === 'accepted')
    return reply.status(202).send({ success: true, data: { id: response.key }, msg: '' })
  const { status, retryAfterSeconds, message, errors } = response
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const lists = Object.entries(errors).map(([field, reason]): [string, string[]] => [field, [reason]])
  const named = lists.length > 0 ? Object.fromEntries(lists) : undefined
  // The contract has 400 where HTML has 422.
  return reply.status(status === 422 ? 400 : status).send(errorEnvelope(message, named))
}

function formTarget(pathname: string): string {
  const path = upstreamTarget({ pathname, search: '' }, folder)
  const segment = path?.slice(folder.length) ?? ''
  if (!path || segment.includes('/') || segment.length > maxSegmentLength) throw pageError(404, 'Not Found')
  return decodeURIComponent(segment)
}

/** A structured header may be quoted (draft-ietf-httpapi-idempotency-key-header). */
function idempotencyKey(header: string | string[] | undefined): string | undefined {
  const key = headerText(header).replace(/^"(.*)"$/, '$1')
  if (key.length > maxKeyLength || /[^\x20-\x7e]/.test(key)) {
    const expected = `must be at most ${maxKeyLength} characters of ASCII`
    throw pageError(400, 'Bad Request', { 'idempotency-key': [expected] })
  }
  return key || undefined
}

/** The server joins repeated fields. */
const headerText = (header: string | string[] | undefined) => String(header ?? '')
