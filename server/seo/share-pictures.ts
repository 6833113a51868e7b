// Pictures of shared links: GET /share/{file below /media/}.jpg, the cover of an item in the size that social networks show.
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { shareFolder, shareSize } from '../../shared/image.ts'
import type { Send } from '../base/origin.ts'
import { createFetchOriginal } from '../pictures/originals.ts'
import { mediaCaching, mediaPath, picturePath } from '../pictures/picture.ts'
import type { Drawings } from './drawings.ts'
import { readSvg } from './mark.ts'
import { sendTagged } from './send-discovery.ts'

type SharePicturesOptions = {
  drawings: Drawings
  /** Sends the requests of media files. */
  send: Send
}

/** Cross-origin: other sites show the picture. A replaced file has the same address. */
const fields = { 'cache-control': mediaCaching, 'cross-origin-resource-policy': 'cross-origin' }

export function installSharePictures(app: FastifyInstance, { drawings, send }: SharePicturesOptions) {
  const fetchOriginal = createFetchOriginal(send)

  /** Undefined for no picture below /media/, and one that cannot be read. */
  async function read(file: string): Promise<Buffer | undefined> {
    const drawing = mediaPath(file, /\.svg$/i)
    if (drawing) return readSvg(send, drawing)
    const path = picturePath(file)
    const original = path && (await fetchOriginal(path))
    return original && original.kind === 'file' ? original.body : undefined
  }

  app.get(`${shareFolder}*`, async (request, reply) => {
    const file = `/media/${request.site.pathname.slice(shareFolder.length).replace(/\.jpg$/, '')}`
    const body = await read(file)
      .then(
        (original) =>
          original && drawings.draw(original, { ...shareSize, format: 'jpeg', ground: '#ffffff' }),
      )
      .catch((err: unknown) => {
        request.log.warn({ err, file }, 'picture of shared links not made')
        return undefined
      })
    if (!body) throw pageError(404, `Page not found: ${request.url}`)
    return sendTagged(request, reply.headers(fields), { type: 'image/jpeg', body })
  })
}
