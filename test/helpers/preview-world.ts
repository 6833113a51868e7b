// A small site with items that only previews find, a clock, and preview links.
import type { Test } from 'tap'
import { addDrafts } from './drafts.ts'
import { opsToken, postOps } from './ops.ts'
import type { Site } from './site.ts'
import { createSmallSite } from './small-site.ts'

export { opsToken }

/** 12:00 in the site's time zone. */
export const noon = Date.UTC(2026, 10, 23, 4)

export async function createPreviewWorld(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  let time = noon
  const config = { opsToken, ...options.config }
  const site = await createSmallSite(t, { now: () => time, ...options, config })
  addDrafts(site.origin)
  return {
    site,
    moveTo: (later: number) => {
      time = later
    },
    link: (path: string) => previewLink(site, path, config.opsToken),
  }
}

/** Path and query of a preview link. */
export async function previewLink(site: Pick<Site, 'app'>, path: string, token = opsToken): Promise<string> {
  const { body } = await postOps(site, '/ops/preview', { path }, `Bearer ${token}`)
  const { pathname, search } = new URL((JSON.parse(body) as { url: string }).url)
  return pathname + search
}
