// Share cards: GET /cards/{digest}/{language}{page}.png. The text comes from the page, never from the URL.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { pageError } from '../../../shared/errors.ts'
import { localizePath } from '../../../shared/href.ts'
import { hasLanguage } from '../../../shared/languages.ts'
import { type RouteMatch, resolve, splitUrl } from '../../../shared/resolve.ts'
import { cardFolder, pageOfCard, type ShareCard } from '../../../shared/share-card.ts'
import type { SiteFacts } from '../../../shared/site-facts.ts'
import { cardColours } from '../../base/brand-colours.ts'
import type { Send } from '../../base/origin.ts'
import type { CardRenderer } from '../drawing/card-renderer.ts'
import { dataUrl, type ReadMark } from '../mark.ts'
import { createReadCardPicture } from './card-picture.ts'

type CardsOptions = {
  cardRenderer: CardRenderer
  readMark: ReadMark
  send: Send
  distDir: string
  log: { warn: (fields: object, event: string) => void }
  facts: () => SiteFacts
  /** Undefined for a page with its own image; rejects where there is no such page. */
  cardOf: (match: RouteMatch, log: FastifyBaseLogger) => Promise<ShareCard | undefined>
}

const immutable = 'public, max-age=31536000, immutable'
const shortLived = 'public, max-age=300'

export function installCards(app: FastifyInstance, options: CardsOptions) {
  const { cardRenderer, readMark, facts, cardOf, ...pictureOptions } = options
  const pictures = createReadCardPicture(pictureOptions)
  app.addHook('onClose', () => pictures.close())
  app.get(`${cardFolder}*`, async (request, reply) => {
    const url = request.raw.url ?? ''
    const { pathname } = splitUrl(url)
    const page = matchOfCard(pathname, facts())
    const card = page && (await cardOf(page, request.log))
    if (!card) throw pageError(404, `Page not found: ${url}`)
    const { path, ...text } = card
    // An outdated or invalid digest.
    if (path !== pathname) return reply.header('cache-control', shortLived).redirect(path, 302)
    const [mark, image] = await Promise.all([readMark(text.mark), pictures.read(text.picture)])
    const colours = cardColours(text)
    const png = await cardRenderer.draw({ kind: 'card', ...text, logo: dataUrl(mark), image, colours })
    // A card without its picture is cached for a short time.
    const isComplete = text.picture === '' || image !== undefined
    return send(reply, png, isComplete ? immutable : shortLived)
  })
}

function matchOfCard(pathname: string, facts: SiteFacts): RouteMatch | undefined {
  const { languages } = facts
  const { locale, page } = pageOfCard(pathname) ?? {}
  if (!page || !hasLanguage(languages, locale)) return undefined
  const match = resolve(localizePath(page, { locale, languages }), facts)
  return match.kind === 'page' ? match : undefined
}

/** Cross-origin: other sites show the image as well. */
function send(reply: FastifyReply, png: Buffer, cacheControl: string) {
  return reply
    .headers({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' })
    .type('image/png')
    .send(png)
}
