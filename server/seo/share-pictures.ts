// Pictures of shared links: GET /share/{file below /media/}.jpg, the cover of an item in the size that social networks show.
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { shareFolder } from '../../shared/image.ts'
import type { Drawings } from '../pictures/drawings.ts'
import { mediaCaching } from '../pictures/picture.ts'
import { sendTagged } from './send-discovery.ts'

/** Cross-origin: other sites show the picture. A replaced file has the same address. */
const fields = { 'cache-control': mediaCaching, 'cross-origin-resource-policy': 'cross-origin' }

export function installSharePictures(app: FastifyInstance, { drawCover }: Drawings) {
  app.get(`${shareFolder}*`, async (request, reply) => {
    const file = `/media/${request.site.pathname.slice(shareFolder.length).replace(/\.jpg$/, '')}`
    const body = await drawCover(file).catch((err: unknown) =>
      request.log.warn({ err, file }, 'picture of shared links not made'),
    )
    if (!body) throw pageError(404, `Page not found: ${request.url}`)
    return sendTagged(request, reply.headers(fields), { type: 'image/jpeg', body })
  })
}
