// Share cards: GET /cards/{digest}/{language}{page}.png. The text comes from the page, never from the URL.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { pageError } from '../../../shared/errors.ts'
import { localizePath } from '../../../shared/href.ts'
import { hasLanguage } from '../../../shared/languages.ts'
import { type RouteMatch, resolve, splitUrl } from '../../../shared/resolve.ts'
import { cardFolder, pageOfCard, type ShareCard } from '../../../shared/share-card.ts'
import type { SiteFacts } from '../../../shared/site-facts.ts'
import { cardColours } from '../../base/brand-colours.ts'
import type { CardRenderer } from '../drawing/card-renderer.ts'
import { dataUrl, type ReadMark } from '../mark.ts'

type CardsOptions = {
  cardRenderer: CardRenderer
  readMark: ReadMark
  facts: () => SiteFacts
  /** Undefined for a page with its own image; rejects where there is no such page. */
  cardOf: (match: RouteMatch, log: FastifyBaseLogger) => Promise<ShareCard | undefined>
}

const immutable = 'public, max-age=31536000, immutable'
const shortLived = 'public, max-age=300'

export function installCards(app: FastifyInstance, options: CardsOptions) {
  const { cardRenderer, readMark, facts, cardOf } = options
  app.get(`${cardFolder}*`, async (request, reply) => {
    const url = request.raw.url ?? ''
    const { pathname } = splitUrl(url)
    const page = matchOfCard(pathname, facts())
    const card = page && (await cardOf(page, request.log))
    if (!card) throw pageError(404, `Page not found: ${url}`)
    const { path, ...text } = card
    // An outdated or invalid digest.
    if (path !== pathname) return reply.header('cache-control', shortLived).redirect(path, 302)
    const logo = dataUrl(await readMark(text.mark))
    return send(
      reply,
      await cardRenderer.draw({ kind: 'card', ...text, logo, colours: cardColours(text.colour) }),
    )
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
function send(reply: FastifyReply, png: Buffer) {
  return reply
    .headers({ 'cache-control': immutable, 'cross-origin-resource-policy': 'cross-origin' })
    .type('image/png')
    .send(png)
}
