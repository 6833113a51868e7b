// Form posts without JavaScript: POST, redirect, GET; or the page again with the submitted values.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { defaultForm, formElapsed, formTrap } from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { matchOf } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import { botSignalsOf, isCrossSite, postLimitBytes, readPostedFields } from '../forms/form-request.ts'
import { formResponse } from '../forms/form-response.ts'
import type { SubmitForm } from '../forms/forms.ts'
import type { Documents } from './documents.ts'

const paths = ['/contact', '/zh/contact', '/en/contact']

export async function installFormPosts(
  app: FastifyInstance,
  { config: { formName, siteUrl }, source }: AppContext,
  messages: Record<Locale, Messages>,
  documents: Documents,
  submitForm: SubmitForm,
) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: postLimitBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.addHook('onRequest', async ({ headers }) => {
      if (isCrossSite(headers, siteUrl)) throw pageError(403, 'Forbidden')
    })
    for (const path of paths) scope.post(path, { bodyLimit: postLimitBytes }, submit)
  })

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const match = matchOf(request.site.target)
    const { body } = request
    if (!(body instanceof URLSearchParams)) throw pageError(415, 'Unsupported Media Type')
    const fields = readPostedFields(body, source.form() ?? defaultForm)
    const result = await submitForm({
      form: formName,
      fields,
      botSignals: botSignalsOf(body.get(formTrap) ?? '', body.get(formElapsed) ?? ''),
      locale: match.locale,
      fingerprint: '',
      key: undefined,
      address: request.site.address,
      agent: request.headers['user-agent'] ?? '',
    })
    reply.header('cache-control', 'no-store')
    const response = formResponse(result, messages[match.locale])
    if (response.isAccepted)
      return reply.redirect(href('contact', {}, match, { sent: response.reference }), 303)
    const { status, retryAfterSeconds, errors, message } = response
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    // Field errors are shown beside their fields.
    const state = { values: fields, errors, message: Object.keys(errors).length > 0 ? '' : message }
    return documents.sendForm(request, reply.status(status.page), match, state)
  }
}
