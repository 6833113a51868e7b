// Form posts without JavaScript: POST, redirect, GET; or the page again with the submitted values.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { defaultForm, type FormField, formElapsed, formProduct, formTrap, tidy } from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import { matchOf } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import type { FormRequest, SubmitForm } from '../forms/forms.ts'
import type { Documents } from './documents.ts'

const paths = ['/contact', '/zh/contact', '/en/contact']
/** A percent-encoded Chinese character is nine bytes; text over a field limit is shown again with the page. */
const postLimitBytes = 262_144

export async function installFormPosts(
  app: FastifyInstance,
  { config: { formName }, source }: AppContext,
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
    for (const path of paths) scope.post(path, { bodyLimit: postLimitBytes }, submit)
  })

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const match = matchOf(request.site.target)
    const { body } = request
    if (!(body instanceof URLSearchParams)) throw pageError(415, 'Unsupported Media Type')
    const read = readFields(body, source.form() ?? defaultForm)
    const response = await submitForm({
      ...read,
      form: formName,
      locale: match.locale,
      fingerprint: '',
      key: undefined,
      address: request.site.address,
      agent: request.headers['user-agent'] ?? '',
    })
    reply.header('cache-control', 'no-store')
    if (response.kind === 'accepted')
      return reply.redirect(href('contact', {}, match, { sent: response.reference }), 303)
    const { status, retryAfterSeconds, errors, message } = response
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    // Field errors are shown beside their fields.
    const state = { values: read.fields, errors, message: Object.keys(errors).length > 0 ? '' : message }
    return documents.sendForm(request, reply.status(status), match, state)
  }
}

/** All fields of the form and no others; the product only if present. */
function readFields(body: URLSearchParams, form: readonly FormField[]): FormRequest {
  const text = (name: string) => body.get(name) ?? ''
  const names = [...form.map(({ name }) => name), ...(text(formProduct.name) ? [formProduct.name] : [])]
  const fields = Object.fromEntries(names.map((name) => [name, tidy(text(name))]))
  return { fields, trap: text(formTrap), elapsed: text(formElapsed) }
}
