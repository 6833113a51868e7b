// Payloads, a page as HTML in JSON, and islands, a block as HTML in JSON: for client-side navigation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonIn } from '../../shared/api/error-message.ts'
import { isApiError, pageError, shownError } from '../../shared/errors.ts'
import { type Island, islandFolder, islandId } from '../../shared/island.ts'
import type { Translation } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import { matchOf, type RouteMatch } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import { type PageParts, pageOf } from './documents.ts'
import type { StoredPage } from './page-store.ts'

const islandFile = /^([A-Za-z]{1,64})_[a-z0-9]{1,16}\.json$/
const longestProps = 512

export function createPayloads(context: AppContext, { states, rendering, store }: PageParts) {
  const { siteSettings } = context
  const { renderer, translations } = rendering
  const build = context.build.id

  const payloadOf = (given: RouteMatch) =>
    pageOf('payload', given, async (match, source) =>
      rendered(await renderer.payload(await states.pageState(match, source, 'named'), match)),
    )

  const islandOf = (island: Island): StoredPage => {
    const id = islandId(island, build)
    const { locale } = island.props
    return {
      format: 'island',
      // With the props: two islands may have the same digest.
      address: `${id} ${JSON.stringify(island.props)}`,
      path: id,
      locale,
      async render(source) {
        const shown = await renderer.loadIsland(island, source.apis(locale))
        const html = await renderer.island(shown, states.emptyState(locale, source))
        return rendered({ id, html, head: {} })
      },
    }
  }

  return {
    async sendPayload(request: FastifyRequest, reply: FastifyReply) {
      const { pathname, target, page: address } = request.site
      const page = address.pathname + address.search
      // Canonical URL only: a payload request is never redirected.
      if (target.kind === 'redirect' || pathname.startsWith('//'))
        throw pageError(404, `Page not found: ${page}`)
      const match = matchOf(target)
      if (request.site.build !== build) throw pageError(409, 'Another build')
      return store.send(request, reply, payloadOf(match)).catch((error: unknown) => {
        throw withMessage(error, match, page, translations[match.locale])
      })
    },

    /** `/__nuxt_island/{Name}_{hash}.json?props={json}` */
    async sendIsland(request: FastifyRequest, reply: FastifyReply) {
      const { pathname, search } = request.site
      const fileName = pathname.slice(islandFolder.length)
      const name = islandFile.exec(fileName)?.[1] ?? ''
      const island = renderer.readIsland(name, propsOf(search), siteSettings.sections())
      if (island === 'invalid') throw pageError(400, 'Bad Request')
      // Another name, other props, another spelling of them, or another build.
      if (!island || fileName !== `${islandId(island, build)}.json`)
        throw pageError(404, `Page not found: ${request.url}`)
      return store.send(request, reply, islandOf(island))
    },
  }
}

function rendered(value: unknown) {
  const fields = { 'content-type': 'application/json; charset=utf-8' }
  return { body: Buffer.from(JSON.stringify(value)), fields }
}

/** Undefined unless `props` is the only parameter and is JSON. */
function propsOf(search: string): unknown {
  const query = new URLSearchParams(search)
  const json = query.get('props') ?? ''
  return query.size === 1 && json.length <= longestProps ? jsonIn(json) : undefined
}

/**
 * What is not there is the page, not its payload. A failure of the upstream has the message that the visitor sees in a toast: the
 * upstream's own, or the default text.
 */
function withMessage(error: unknown, match: RouteMatch, page: string, { t }: Translation): unknown {
  const { statusCode } = shownError(error, '')
  if (statusCode === 404) return pageError(404, `Page not found: ${page}`)
  if (!isApiError(error)) return error
  if (statusCode === 503 && readQuery(match).keywords) return pageError(503, t('search.busy'))
  const text = t(error.kind === 'refused' ? 'error.system' : 'error.transport')
  // Without a body the message is one for the log.
  const own = error.body === undefined ? '' : error.message
  return Object.assign(pageError(statusCode, own || text), { cause: error })
}
