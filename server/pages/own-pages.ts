// Own pages: rendered for one visitor and stored nowhere.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentState } from '../../shared/payload.ts'
import type { Preview } from '../../shared/preview.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { isBot } from '../http/bots.ts'
import { sendCompressed } from '../http/compression.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Rendered, Renderer } from '../render/render.tsx'
import type { Apis } from './apis.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

/** `of`: undefined for the public page. `apis` find drafts as well. */
export type DocumentPreviews = { of: (request: FastifyRequest) => Preview | undefined; apis: Apis }

export type OwnPages = ReturnType<typeof createOwnPages>

type OwnPagesOptions = {
  pages: Pages
  renderer: Renderer
  renderLimit: RenderLimit
  fieldsOf: DocumentFields
  previews: DocumentPreviews
}

export function createOwnPages({ pages, renderer, renderLimit, fieldsOf, previews }: OwnPagesOptions) {
  const sendRendered = (reply: FastifyReply, { body, ...inline }: Rendered, isPreview = false) => {
    reply.headers(fieldsOf({ ...inline, isPreview }))
    return sendCompressed(reply.type('text/html; charset=utf-8'), body)
  }

  /** Streamed if deferred parts are pending, unless `whole`. */
  const sendState = async (
    request: FastifyRequest,
    reply: FastifyReply,
    loaded: DocumentState,
    whole = isBot(request.headers['user-agent']),
  ) => {
    const preview = previews.of(request)
    const state = preview ? { ...loaded, preview } : loaded
    const isStreamed = !whole && (await renderer.hasDeferred(state))
    const rendered = isStreamed ? renderer.stream(state, renderFailed(request)) : renderer.whole(state)
    return sendRendered(reply, await rendered, preview !== undefined)
  }

  return {
    sendState,
    sendRendered,
    async send(request: FastifyRequest, reply: FastifyReply, match: RouteMatch) {
      reply.header('cache-control', 'private, no-store')
      await renderLimit.acquireUntilClosed('own', reply.raw)
      return sendState(request, reply, await pages.pageState(match, { log: request.log }))
    },
    /** The header fields of a preview are set in http/previews.ts. */
    async sendPreview(request: FastifyRequest, reply: FastifyReply, match: RouteMatch) {
      await renderLimit.acquireUntilClosed('own', reply.raw)
      const state = await pages.pageState(match, { log: request.log, apis: previews.apis })
      return sendState(request, reply, state, true)
    },
  }
}

export function renderFailed({ log, raw }: FastifyRequest) {
  return (err: unknown) => log.error({ err, url: raw.url }, 'render failed')
}
