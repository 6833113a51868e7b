// Picture of a share card: the cover of the page's item, from the media of this site, as a data URL of bounded size.
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { requestTimeoutMs } from '../../../shared/constants.ts'
import { cardPictureBox } from '../../../shared/share-card.ts'
import type { Send } from '../../base/origin.ts'
import { createWorkerQueue } from '../../base/worker-queue.ts'
import { createFetchOriginal } from '../../pictures/originals.ts'
import { mediaPath, picturePath } from '../../pictures/picture.ts'
import type { PictureJob, PictureResult } from '../../pictures/worker.ts'
import { dataUrl, readSvg } from '../mark.ts'

type CardPictureOptions = {
  /** Sends the requests of media files. */
  send: Send
  /** The output folder of build.mjs. */
  distDir: string
  log: { warn: (fields: object, event: string) => void }
}

/** Undefined for no picture below /media/, and where it cannot be read or sharp cannot be loaded. */
type ReadCardPicture = (url: string) => Promise<string | undefined>

const svg = /\.svg$/i
const stored = { count: 16, ms: 600_000, failedMs: 60_000 }
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const maxWaiting = 8

export function createReadCardPicture({ send, distDir, log }: CardPictureOptions) {
  const fetchOriginal = createFetchOriginal(send, requestTimeoutMs)
  const worker = createWorkerQueue<PictureJob, PictureResult>({
    name: 'picture worker of share cards',
    file: join(distDir, 'server/picture-worker.js'),
    resourceLimits,
    maxWaiting,
    full: () => new Error('picture worker of share cards: busy'),
  })
  const pictures = new LRUCache<string, Promise<string | undefined>>({ max: stored.count, ttl: stored.ms })

  const copyOf = async (path: string): Promise<string> => {
    const original = await fetchOriginal(path)
    if (original.kind !== 'file') throw new Error(`${path}: ${original.kind}, expected a picture`)
    const { width, height } = cardPictureBox
    const result = await worker.run({ original: original.body, copy: { width, height, format: 'png' } })
    if (result.kind !== 'copy') throw new Error(`${path}: ${result.kind}, expected a copy`)
    return dataUrl(Buffer.from(result.body), 'image/png')
  }

  const read: ReadCardPicture = async (url) => {
    const drawing = mediaPath(url, svg)
    const path = drawing ?? picturePath(url)
    if (!path) return undefined
    const known = pictures.get(path)
    if (known) return known
    const reading = (drawing ? readSvg(send, path).then((file) => dataUrl(file)) : copyOf(path)).catch(
      (err: unknown) => {
        log.warn({ err, path }, 'share card is drawn without its picture')
        pictures.set(path, Promise.resolve(undefined), { ttl: stored.failedMs })
        return undefined
      },
    )
    pictures.set(path, reading)
    return reading
  }
  return { read, close: worker.close }
}
