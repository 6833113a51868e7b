// Own pages: rendered for one visitor and stored nowhere.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shownError } from '../../shared/errors.ts'
import type { FormState } from '../../shared/form.ts'
import type { DocumentState } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { sendCompressed } from '../http/compression.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Rendered, Renderer } from '../render/render.tsx'
import { createPageTee } from './cold-pages.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

export type OwnPages = ReturnType<typeof createOwnPages>

type OwnPagesOptions = {
  pages: Pages
  renderer: Renderer
  renderLimit: RenderLimit
  fieldsOf: DocumentFields
}

export function createOwnPages({ pages, renderer, renderLimit, fieldsOf }: OwnPagesOptions) {
  const sendRendered = (reply: FastifyReply, { body, style }: Rendered) => {
    reply.headers(fieldsOf({ style }))
    return sendCompressed(reply.type('text/html; charset=utf-8'), body)
  }

  /** `onRendered`: called before a slow visitor has read all of it. */
  const sendState = async (reply: FastifyReply, state: DocumentState, onRendered = () => {}) => {
    const { body, style } = await renderer.document(state)
    if (Buffer.isBuffer(body)) {
      onRendered()
      return sendRendered(reply, { body, style })
    }
    const tee = createPageTee(body)
    tee.done.catch(() => {}).finally(onRendered)
    return sendRendered(reply, { body: tee.subscribe(), style })
  }

  return {
    sendState,
    sendRendered,
    async send(request: FastifyRequest, reply: FastifyReply, match: RouteMatch) {
      reply.header('cache-control', 'private, no-store')
      const onRendered = await renderLimit.acquireUntilClosed('own', reply.raw)
      return sendState(reply, await pages.pageState(match, { log: request.log }), onRendered)
    },
    /** The contact page after a rejected submission, with the submitted values. */
    async sendForm(request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) {
      reply.header('cache-control', 'no-store')
      return sendState(reply, await pages.formState(match, request.log, form))
    },
  }
}

export function isMissing(error: unknown): boolean {
  return shownError(error, '').statusCode === 404
}
