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
  const sendRendered = (reply: FastifyReply, { body, ...inline }: Rendered) => {
    reply.headers(fieldsOf(inline))
    return sendCompressed(reply.type('text/html; charset=utf-8'), body)
  }

  /** Streamed if deferred parts are pending, unless `whole`. `onRendered`: called before a slow visitor has read all of it. */
  const sendState = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: DocumentState,
    { whole = request.site.isBot, onRendered = () => {} } = {},
  ) => {
    if (!whole && (await renderer.hasDeferred(state))) {
      const { body, ...inline } = await renderer.stream(state, renderFailed(request))
      const tee = createPageTee(body)
      tee.done.catch(() => {}).finally(onRendered)
      return sendRendered(reply, { body: tee.subscribe(), ...inline })
    }
    const rendered = await renderer.whole(state)
    onRendered()
    return sendRendered(reply, rendered)
  }

  return {
    sendState,
    sendRendered,
    async send(request: FastifyRequest, reply: FastifyReply, match: RouteMatch) {
      reply.header('cache-control', 'private, no-store')
      const onRendered = await renderLimit.acquireUntilClosed('own', reply.raw)
      return sendState(request, reply, await pages.pageState(match, { log: request.log }), { onRendered })
    },
    /** The contact page after a rejected submission, with the submitted values. */
    async sendForm(request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) {
      reply.header('cache-control', 'no-store')
      return sendState(request, reply, await pages.formState(match, request.log, form))
    },
  }
}

export function isMissing(error: unknown): boolean {
  return shownError(error, '').statusCode === 404
}

export function renderFailed({ log, url }: FastifyRequest) {
  return (err: unknown) => log.error({ err, url }, 'render failed')
}
