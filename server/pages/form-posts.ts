// The contact form without JavaScript: post, redirect, confirmation; or the page again with what was typed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorMessage, isResolvingError } from '../../shared/api/request.ts'
import type { FormReceipt } from '../../shared/content/content.ts'
import { apiError, isApiError, pageError } from '../../shared/errors.ts'
import { readFormValues } from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import { resolve } from '../../shared/resolve.ts'
import type { Documents } from './documents.ts'
import { matchOf } from './documents.ts'
import type { Pages } from './pages.ts'

type Options = { documents: Documents; pages: Pages; formName: string }

const bodyLimitBytes = 65_536
const paths = ['/contact', '/zh/contact', '/en/contact']

export async function installFormPosts(app: FastifyInstance, { documents, pages, formName }: Options) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    for (const path of paths) scope.post(path, submit)
  })

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const match = matchOf(resolve(request.raw.url ?? ''))
    if (!(request.body instanceof URLSearchParams)) throw pageError(415, 'Unsupported Media Type')
    const values = readFormValues(request.body)
    try {
      const receipt: unknown = await pages.apiFor(match.locale).form({ name: formName }, values)
      if (isResolvingError(receipt)) throw apiError('refused', errorMessage(receipt))
      const { id } = receipt as FormReceipt
      const sent = encodeURIComponent(id.replace(/[^\w-]/g, '').slice(0, 64) || 'ok')
      return reply
        .header('cache-control', 'no-store')
        .redirect(href('contact', {}, match.locale, { sent }), 303)
    } catch (error) {
      if (!isApiError(error)) throw error
      const refused = error.kind === 'refused' || (error.status >= 400 && error.status < 500)
      request.log.warn({ kind: error.kind, status: error.status }, 'form not taken')
      reply.status(refused ? 422 : 502)
      return documents.form(request, reply, match, {
        values,
        message: refused ? error.message || errorMessage(error.body) : '',
      })
    }
  }
}
