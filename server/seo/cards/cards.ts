// GET /cards/{digest}/{language}{page}.png: the card of a page. What is drawn comes from the page, never from the address.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pageError } from '../../../shared/errors.ts'
import { type RouteMatch, resolve, splitUrl } from '../../../shared/resolve.ts'
import { cardFolder, pageOfCard, type ShareCard } from '../../../shared/share-card.ts'
import type { CardRenderer } from './card-renderer.ts'

type Options = {
  cardRenderer: CardRenderer
  /** Undefined for a page with a picture of its own; rejects where there is no such page. */
  cardOf: (match: RouteMatch, log: FastifyBaseLogger) => Promise<ShareCard | undefined>
}

const keptBytes = 16_777_216
const forAYear = 'public, max-age=31536000, immutable'
const forAWhile = 'public, max-age=300'

/** Closing the app ends the worker. */
export function installCards(app: FastifyInstance, { cardRenderer, cardOf }: Options) {
  const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length })
  const drawing = new Map<string, Promise<Buffer>>()

  /** The same card is drawn once, however many requests wait for it. */
  const draw = (card: ShareCard): Promise<Buffer> => {
    const { path, ...text } = card
    const begun = drawing.get(path)
    if (begun) return begun
    const promise = cardRenderer.draw(text).finally(() => drawing.delete(path))
    drawing.set(path, promise)
    return promise
  }

  app.addHook('onClose', () => cardRenderer.close())
  app.get(`${cardFolder}*`, async (request, reply) => {
    const url = request.raw.url ?? ''
    const { pathname } = splitUrl(url)
    const known = kept.get(pathname)
    if (known) return send(reply, known)
    const page = resolve(pageOfCard(pathname) ?? '')
    const card = page.kind === 'page' ? await cardOf(page, request.log) : undefined
    if (!card) throw pageError(404, `Page not found: ${url}`)
    // An older title, or one that was made up.
    if (card.path !== pathname) return reply.header('cache-control', forAWhile).redirect(card.path, 302)
    const png = await draw(card)
    kept.set(pathname, png)
    return send(reply, png)
  })
}

/** Pages of others show it as well. */
function send(reply: FastifyReply, png: Buffer) {
  return reply
    .headers({ 'cache-control': forAYear, 'cross-origin-resource-policy': 'cross-origin' })
    .type('image/png')
    .send(png)
}
