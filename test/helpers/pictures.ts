// Generated pictures, and a site whose origin has them below /media/.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Test } from 'tap'
import type { Site } from './site.ts'
import { createSmallSite } from './small-site.ts'
import { until } from './until.ts'

const size = { width: 1000, height: 600 }
const noise = { type: 'gaussian', mean: 128, sigma: 4 } as const
export const photo = await sharp({ create: { ...size, channels: 3, background: '#888', noise } })
  .jpeg({ quality: 80 })
  .toBuffer()

export function plain(width: number, height: number, background: string, channels: 3 | 4 = 3) {
  return sharp({ create: { width, height, channels, background } })
}

/** A PNG whose head says that it has 20 000 by 20 000 pixels. */
export async function pngHead(): Promise<Buffer> {
  const png = Buffer.from(await plain(8, 8, '#fff').png().toBuffer())
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Of two frames, 600 by 400 pixels. */
export function animatedPng(): Buffer {
  const [width, height] = [600, 400]
  const bytes = (numbers: number[]) => {
    const written = Buffer.alloc(4 * numbers.length)
    for (const [at, number] of numbers.entries()) written.writeUInt32BE(number, 4 * at)
    return written
  }
  const frame = (order: number) =>
    chunk('fcTL', Buffer.concat([bytes([order, width, height, 0, 0]), Buffer.from([0, 1, 0, 10, 0, 0])]))
  const pixels = deflateSync(Buffer.alloc(height * (width + 1)))
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([bytes([width, height]), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('acTL', bytes([2, 0])),
    frame(0),
    chunk('IDAT', pixels),
    frame(1),
    chunk('fdAT', Buffer.concat([bytes([2]), pixels])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** As the setting is by default. */
export const withCopies = { mediaCopiesBytes: 2 ** 30 }

export type File = { body?: Buffer | string; status?: number; headers?: Record<string, string> }
type Options = Omit<NonNullable<Parameters<typeof createSmallSite>[1]>, 'config'>

/** A file may be replaced in `files`. `settled` requests an address until the response is not for a minute only. */
export async function createPictureSite(
  t: Test,
  files: Record<string, File>,
  config: Partial<Site['config']> = {},
  options: Options = {},
) {
  const site = await createSmallSite(t, { ...options, config: { ...withCopies, ...config } })
  for (const name of Object.keys(files))
    site.origin.answer(`/media/${name}`, ({ headers: asked }, response) => {
      const { body = photo, status = 200, headers = {} } = files[name] ?? { status: 404 }
      const isKnown = headers['etag'] !== undefined && asked['if-none-match'] === headers['etag']
      response.writeHead(isKnown ? 304 : status, { 'content-type': 'image/jpeg', ...headers })
      response.end(isKnown ? undefined : body)
    })
  const image = async (url: string, headers: Record<string, string> = {}) => {
    const response = await site.get(url, { accept: 'image/*', ...headers })
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      lifetime: response.headers['cache-control'],
      headers: response.headers,
      bytes: response.rawPayload,
    }
  }
  const settled = async (url: string) => {
    let last = await image(url)
    await until(async () => {
      if (last.lifetime === 'public, max-age=60') last = await image(url)
      return last.lifetime !== 'public, max-age=60'
    })
    return last
  }
  const hits = () => site.origin.hits.filter((path) => path.includes('/media/')).length
  return { site, image, settled, hits }
}
