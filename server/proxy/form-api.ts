// POST /api/home/form/{name}: the form call of the contract, for browsers and other programs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import { pageError } from '../../shared/errors.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import { isRecord } from '../../shared/is-record.ts'
import { acceptedLanguage } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { jsonIn } from '../base/json.ts'
import { bodyLimitBytes, isCrossSite, readJsonFields, splitBotSignals } from '../forms/form-request.ts'
import { type FormResponse, formResponse } from '../forms/form-response.ts'
import type { SubmitForm } from '../forms/forms.ts'
import { fieldsIn } from '../forms/message.ts'
import { expected, isHarmless } from './body.ts'
import { envelopeError } from './envelope.ts'
import { upstreamTarget } from './target.ts'

type FormApiOptions = { submitForm: SubmitForm; messages: Record<Locale, Messages> }

const folder = '/api/home/form/'
const maxSegmentLength = 200
const maxKeyLength = 255

export async function installFormApi(
  app: FastifyInstance,
  { config: { formName, siteUrl, apiBase }, siteSettings: { languages } }: AppContext,
  { submitForm, messages }: FormApiOptions,
) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/json'],
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => envelopeError(request, reply, error))
    scope.addHook('onRequest', async ({ headers }) => {
      if (isCrossSite(headers, siteUrl)) throw pageError(403, 'Forbidden')
    })
    scope.post(`${folder}*`, { bodyLimit: bodyLimitBytes }, submit)
  })

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const { headers } = request
    const target = formTarget(request.site.pathname)
    if (!Buffer.isBuffer(request.body)) throw pageError(415, 'Unsupported Media Type')
    // A local site has one table of fields for all forms; an upstream checks those of its own.
    const isChecked = target === formName || apiBase === ''
    const read = isChecked ? splitBotSignals(readJsonFields(request.body)) : otherForm(request.body)
    const locale = acceptedLanguage(headers['accept-language'], languages())
    const result = await submitForm({
      ...read,
      form: target,
      locale,
      fingerprint: textOf(headers['finger-print']).slice(0, maxSegmentLength),
      key: keyOf(headers['idempotency-key']),
      address: request.site.address,
      agent: textOf(headers['user-agent']),
    })
    return send(reply.header('cache-control', 'no-store'), formResponse(result, messages[locale]))
  }
}

const noBotSignals = { trap: '', elapsedMs: undefined }

function otherForm(bytes: Buffer) {
  const body = bytes.toString()
  if (!isRecord(jsonIn(body)) || !isHarmless(bytes)) throw pageError(400, 'Bad Request', { body: [expected] })
  return { fields: fieldsIn(body), botSignals: noBotSignals, body }
}

function send(reply: FastifyReply, response: FormResponse): FastifyReply {
  if (response.isAccepted) reply.header('form-reference', response.reference)
  // The upstream's response is passed on.
  if (response.upstream?.body) {
    const { status, body } = response.upstream
    return reply.status(status).type('application/json; charset=utf-8').send(body)
  }
  // Stored and not yet delivered: the idempotency key is its id here and at the upstream.
  if (response.isAccepted)
    return reply.status(202).send({ success: true, data: { id: response.key }, msg: '' })
  const { status, retryAfterSeconds, message, errors } = response
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const lists = Object.entries(errors).map(([field, reason]): [string, string[]] => [field, [reason]])
  const named = lists.length > 0 ? Object.fromEntries(lists) : undefined
  return reply.status(status.call).send(errorEnvelope(message, named))
}

function formTarget(pathname: string): string {
  const path = upstreamTarget({ pathname, search: '' }, folder)
  const segment = path?.slice(folder.length) ?? ''
  if (!path || segment.includes('/') || segment.length > maxSegmentLength) throw pageError(404, 'Not Found')
  return decodeURIComponent(segment)
}

/** A structured header may be quoted (draft-ietf-httpapi-idempotency-key-header). */
function keyOf(header: string | string[] | undefined): string | undefined {
  const key = textOf(header).replace(/^"(.*)"$/, '$1')
  if (key.length > maxKeyLength || /[^\x20-\x7e]/.test(key)) {
    const expected = `must be at most ${maxKeyLength} characters of ASCII`
    throw pageError(400, 'Bad Request', { 'idempotency-key': [expected] })
  }
  return key || undefined
}

function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(', ') : (header ?? '')
}
