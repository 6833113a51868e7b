// Pictures, and a site whose origin has them below /media/.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/pictures', name))
/** A PNG whose head says that it has 20 000 by 20 000 pixels. */
export const largeHead = fixture('head-20000x20000.png')
/** An animated PNG of two frames. */
export const animatedPng = fixture('animated-600x400.png')

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
