// Islands: GET /__nuxt_island/{Name}_{hash}.json?props={json}, the HTML of a block, for client-side navigation.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { islandFolder, islandId } from '../../shared/island.ts'
import { splitUrl } from '../../shared/resolve.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { jsonIn } from '../base/json.ts'
import { sendCompressed } from '../http/compression.ts'
import type { Renderer } from '../render/render.tsx'
import type { PageCache } from './page-cache.ts'
import type { PageSender } from './page-response.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type IslandsOptions = {
  renderer: Renderer
  pages: Pages
  renderLimit: RenderLimit
  pageCache: PageCache
  pageSender: PageSender
  build: string
  sections: () => SiteSections
}

const file = /^([A-Za-z]{1,64})_[a-z0-9]{1,16}\.json$/
const longestProps = 512

export function installIslands(
  app: FastifyInstance,
  { renderer, pages, renderLimit, pageCache, pageSender, build, sections }: IslandsOptions,
) {
  app.route({ method: ['GET', 'HEAD'], url: `${islandFolder}*`, exposeHeadRoute: false, handler: sendIsland })

  async function sendIsland(request: FastifyRequest, reply: FastifyReply) {
    const url = request.raw.url ?? ''
    const { pathname, search } = splitUrl(url)
    const fileName = pathname.slice(islandFolder.length)
    const name = file.exec(fileName)?.[1] ?? ''
    const island = renderer.readIsland(name, propsOf(search), sections())
    if (!island) throw pageError(404, `Page not found: ${url}`)
    if (island === 'invalid') throw pageError(400, 'Bad Request')
    // Other props, another spelling of them, or another build.
    if (fileName !== `${islandId(island, build)}.json`) throw pageError(404, `Page not found: ${url}`)

    const cacheRequest = pageCache.island(island)
    const response = await pageCache.serve(cacheRequest, pageSender.requestOf(request))
    if (response) return pageSender.send(request, reply, response)
    reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8')
    return sendCompressed(
      reply,
      await renderLimit.run('own', () => pages.island(island, { log: request.log })),
    )
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
