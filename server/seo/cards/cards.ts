// Share cards: GET /cards/{digest}/{language}{page}.png. The text comes from the page, never from the URL.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pageError } from '../../../shared/errors.ts'
import { type RouteMatch, resolve, splitUrl } from '../../../shared/resolve.ts'
import { cardFolder, pageOfCard, type ShareCard } from '../../../shared/share-card.ts'
import { cardColours } from '../../base/brand-colours.ts'
import type { CardRenderer } from '../drawing/card-renderer.ts'
import { dataUrl, type ReadMark } from '../mark.ts'

type Options = {
  /** Bytes of memory for drawn cards. */
  bytes: number
  cardRenderer: CardRenderer
  readMark: ReadMark
  /** Version of the content: after a change a drawn card is compared with its page again. */
  version: () => string
  /** Undefined for a page with its own image; rejects where there is no such page. */
  cardOf: (match: RouteMatch, log: FastifyBaseLogger) => Promise<ShareCard | undefined>
}

const immutable = 'public, max-age=31536000, immutable'
const shortLived = 'public, max-age=300'

export function installCards(app: FastifyInstance, options: Options) {
  const { bytes, cardRenderer, readMark, version, cardOf } = options
  const cached = new LRUCache<string, { png: Buffer; version: string }>({
    maxSize: bytes,
    sizeCalculation: ({ png }) => png.length,
  })
  const drawing = new Map<string, Promise<Buffer>>()

  /** Single-flight: one drawing for all concurrent requests of a card. */
  const draw = (card: ShareCard): Promise<Buffer> => {
    const { path, ...text } = card
    const begun = drawing.get(path)
    if (begun) return begun
    const drawn = async () => {
      const logo = dataUrl(await readMark(text.mark))
      return cardRenderer.draw({ kind: 'card', ...text, logo, colours: cardColours(text.colour) })
    }
    const promise = drawn().finally(() => drawing.delete(path))
    drawing.set(path, promise)
    return promise
  }

  app.get(`${cardFolder}*`, async (request, reply) => {
    const url = request.raw.url ?? ''
    const { pathname } = splitUrl(url)
    const known = cached.get(pathname)
    const current = version()
    if (known?.version === current) return send(reply, known.png)
    const page = resolve(pageOfCard(pathname) ?? '')
    const card = page.kind === 'page' ? await cardOf(page, request.log) : undefined
    if (!card) throw pageError(404, `Page not found: ${url}`)
    // An outdated or invalid digest.
    if (card.path !== pathname) return reply.header('cache-control', shortLived).redirect(card.path, 302)
    const png = known?.png ?? (await draw(card))
    cached.set(pathname, { png, version: current })
    return send(reply, png)
  })
}

/** Cross-origin: other sites show the image as well. */
function send(reply: FastifyReply, png: Buffer) {
  return reply
    .headers({ 'cache-control': immutable, 'cross-origin-resource-policy': 'cross-origin' })
    .type('image/png')
    .send(png)
}
