// The contact form without JavaScript: post, redirect, confirmation; or the page again with what was typed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { type FormState, type FormValues, formElapsed, formTrap } from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import type { Messages } from '../../shared/i18n/messages.ts'
import type { Locale } from '../../shared/locale.ts'
import { resolve } from '../../shared/resolve.ts'
import type { Take, Taken } from '../forms/intake.ts'
import { errorsIn, reasonIn, referenceIn } from '../forms/origin-words.ts'
import { circumstancesOf, postLimitBytes, readPostedFields } from '../forms/read-fields.ts'
import { isFromElsewhere } from '../forms/same-site.ts'
import type { Documents } from './documents.ts'
import { matchOf } from './documents.ts'

type Options = {
  documents: Documents
  take: Take
  formName: string
  siteUrl: string
  messages: Record<Locale, Messages>
}

const paths = ['/contact', '/zh/contact', '/en/contact']
const retryAfterSeconds = 30

export async function installFormPosts(app: FastifyInstance, options: Options) {
  const { documents, take, formName, siteUrl, messages } = options
  const formPath = `/api/home/form/${encodeURIComponent(formName).replaceAll('%3A', ':')}`

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: postLimitBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.addHook('onRequest', async ({ headers }) => {
      if (isFromElsewhere(headers, siteUrl)) throw pageError(403, 'Forbidden')
    })
    for (const path of paths) scope.post(path, { bodyLimit: postLimitBytes }, submit)
  })

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const match = matchOf(resolve(request.raw.url ?? ''))
    const { body } = request
    if (!(body instanceof URLSearchParams)) throw pageError(415, 'Unsupported Media Type')
    const fields = readPostedFields(body)
    const taken = await take({
      path: formPath,
      fields,
      isOwnForm: true,
      circumstances: circumstancesOf(body.get(formTrap) ?? '', body.get(formElapsed) ?? ''),
      locale: match.locale,
      fingerprint: '',
      key: undefined,
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
    })
    reply.header('cache-control', 'no-store')
    if (taken.kind === 'accepted') {
      const sent = referenceIn(taken.answer?.body) ?? taken.key
      return reply.redirect(href('contact', {}, match.locale, { sent }), 303)
    }
    if (taken.kind === 'limited') reply.header('retry-after', taken.seconds)
    if (taken.kind === 'lost') reply.header('retry-after', retryAfterSeconds)
    reply.status(statuses[taken.kind])
    return documents.form(request, reply, match, stateOf(fields, taken, messages[match.locale]))
  }
}

type NotTaken = Exclude<Taken, { kind: 'accepted' }>

const statuses = {
  invalid: 422,
  returned: 422,
  limited: 429,
  'key reused': 409,
  lost: 503,
} as const satisfies Record<NotTaken['kind'], number>

function stateOf(values: FormValues, taken: NotTaken, texts: Messages): FormState {
  switch (taken.kind) {
    case 'invalid':
      return { values, errors: taken.errors, message: '' }
    case 'returned': {
      const errors = errorsIn(taken.answer.body)
      const message = Object.keys(errors).length > 0 ? '' : reasonIn(taken.answer.body)
      return { values, errors, message }
    }
    case 'limited':
      return { values, errors: {}, message: texts['form.tooMany'] }
    case 'key reused':
    case 'lost':
      return { values, errors: {}, message: texts['form.notTaken'] }
    default:
      return taken satisfies never
  }
}
