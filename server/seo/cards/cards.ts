// Share cards: GET /cards/{digest}/{language}{page}.png. The text comes from the page, never from the URL.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { pageError } from '../../../shared/errors.ts'
import { type RouteMatch, resolve, splitUrl } from '../../../shared/resolve.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import { cardFolder, pageOfCard, type ShareCard } from '../../../shared/share-card.ts'
import { cardColours } from '../../base/brand-colours.ts'
import { dataUrl, type ReadMark } from '../mark.ts'
import type { CardRenderer } from './card-renderer.ts'

type Options = {
  cardRenderer: CardRenderer
  readMark: ReadMark
  sections: () => SiteSections
  /** Undefined for a page with its own image; rejects where there is no such page. */
  cardOf: (match: RouteMatch, log: FastifyBaseLogger) => Promise<ShareCard | undefined>
}

const immutable = 'public, max-age=31536000, immutable'
const shortLived = 'public, max-age=300'

/** Closing the app closes the worker. */
export function installCards(app: FastifyInstance, options: Options) {
  const { cardRenderer, readMark, sections, cardOf } = options
  app.addHook('onClose', () => cardRenderer.close())
  app.get(`${cardFolder}*`, async (request, reply) => {
    const url = request.raw.url ?? ''
    const { pathname } = splitUrl(url)
    const page = resolve(pageOfCard(pathname) ?? '', sections())
    const card = page.kind === 'page' ? await cardOf(page, request.log) : undefined
    if (!card) throw pageError(404, `Page not found: ${url}`)
    const { path, ...text } = card
    // An outdated or invalid digest.
    if (path !== pathname) return reply.header('cache-control', shortLived).redirect(path, 302)
    const logo = dataUrl(await readMark(text.mark))
    return send(reply, await cardRenderer.draw({ ...text, logo, colours: cardColours(text.colour) }))
  })
}

/** Cross-origin: other sites show the image as well. */
function send(reply: FastifyReply, png: Buffer) {
  return reply
    .headers({ 'cache-control': immutable, 'cross-origin-resource-policy': 'cross-origin' })
    .type('image/png')
    .send(png)
}
