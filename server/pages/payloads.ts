// Payloads, a page as HTML in JSON, and islands, a block as HTML in JSON: for client-side navigation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isApiError, pageError, shownError } from '../../shared/errors.ts'
import { islandFolder, islandId } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Translation } from '../../shared/payload.ts'
import { isPersonal, readQuery } from '../../shared/query.ts'
import { matchOf, type RouteMatch } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import { jsonIn } from '../base/json.ts'
import type { MakeRequest } from '../cache/cache-request.ts'
import { sendCompressed } from '../http/compression.ts'
import type { Renderer } from '../render/render.tsx'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { PageSender } from './page-response.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type PayloadsOptions = {
  pages: Pages
  renderer: Renderer
  renderLimit: RenderLimit
  pageCache: PageCache
  pageSender: PageSender
  build: string
  facts: () => SiteFacts
  translations: Record<Locale, Translation>
}

const islandFile = /^([A-Za-z]{1,64})_[a-z0-9]{1,16}\.json$/
const longestProps = 512

export function createPayloads(options: PayloadsOptions) {
  const { pages, renderer, renderLimit, pageCache, pageSender, build, facts, translations } = options

  /** `lookup`: missing for a page of one visitor. */
  const sendJson = async (
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: MakeRequest | undefined,
    render: () => Promise<Buffer>,
  ) => {
    const stored = lookup && (await pageCache.serve(lookup, pageSender.requestOf(request)))
    if (stored) return pageSender.send(request, reply, stored)
    const body = await renderLimit.run('uncached', render)
    reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8')
    return sendCompressed(reply, body)
  }

  return {
    async sendPayload(request: FastifyRequest, reply: FastifyReply) {
      const { pathname, target, page: address } = request.site
      const page = address.pathname + address.search
      // Canonical URL only: a payload request is never redirected.
      const isSpelledOut = target.kind !== 'redirect' && !pathname.startsWith('//')
      const match = isSpelledOut ? matchOf(target) : undefined
      if (!match) throw pageError(404, `Page not found: ${page}`)
      if (request.site.build !== build) throw pageError(409, 'Another build')
      const lookup = isPersonal(match) ? undefined : pageCache.payload(sharedMatch(match))
      return sendJson(request, reply, lookup, () => pages.payload(match, { log: request.log })).catch(
        (error: unknown) => {
          throw withMessage(error, { match, page }, translations[match.locale])
        },
      )
    },

    /** `/__nuxt_island/{Name}_{hash}.json?props={json}` */
    async sendIsland(request: FastifyRequest, reply: FastifyReply) {
      const { pathname, search } = request.site
      const fileName = pathname.slice(islandFolder.length)
      const name = islandFile.exec(fileName)?.[1] ?? ''
      const island = renderer.readIsland(name, propsOf(search), facts().sections)
      if (!island) throw pageError(404, `Page not found: ${request.url}`)
      if (island === 'invalid') throw pageError(400, 'Bad Request')
      // Other props, another spelling of them, or another build.
      if (fileName !== `${islandId(island, build)}.json`)
        throw pageError(404, `Page not found: ${request.url}`)
      return sendJson(request, reply, pageCache.island(island), () =>
        pages.island(island, { log: request.log }),
      )
    },
  }
}

/** Undefined unless `props` is the only parameter and is JSON. */
function propsOf(search: string): unknown {
  const given = [...new URLSearchParams(search)]
  const [[name, json] = [], ...others] = given
  if (name !== 'props' || json === undefined || others.length > 0 || json.length > longestProps)
    return undefined
  return jsonIn(json)
}

type Failed = { match: RouteMatch; page: string }

/**
 * What is not there is the page, not its payload. A failure of the origin has the message that the visitor sees in a toast: the
 * origin's own, or the default text.
 */
function withMessage(error: unknown, { match, page }: Failed, { t }: Translation): unknown {
  const { statusCode } = shownError(error, '')
  if (statusCode === 404) return pageError(404, `Page not found: ${page}`)
  if (!isApiError(error)) return error
  if (statusCode === 503 && readQuery(match).keywords) return pageError(503, t('search.busy'))
  const text = t(error.kind === 'refused' ? 'error.system' : 'error.transport')
  // Without a body the message is one for the log.
  const own = error.body === undefined ? '' : error.message
  return Object.assign(pageError(statusCode, own || text), { cause: error })
}
