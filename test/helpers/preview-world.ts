// A small site with items that only previews find, a clock, and preview links.
import type { Test } from 'tap'
import { addDrafts } from './drafts.ts'
import { createSmallSite } from './small-site.ts'

export const opsToken = 'a-token-of-operators'
/** 12:00 in the site's time zone. */
export const noon = Date.UTC(2026, 10, 23, 4)

export async function createPreviewWorld(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  let time = noon
  const { config, ...others } = options
  const site = await createSmallSite(t, {
    config: { opsToken, ...config },
    now: () => time,
    ...others,
  })
  addDrafts(site.origin)
  return {
    site,
    moveTo: (later: number) => {
      time = later
    },
    /** Path and query of a preview link. */
    link: async (path: string): Promise<string> => {
      const { body } = await site.app.inject({
        method: 'POST',
        url: '/ops/preview',
        headers: { authorization: `Bearer ${config?.opsToken ?? opsToken}` },
        payload: { path },
      })
      const { pathname, search } = new URL((JSON.parse(body) as { url: string }).url)
      return pathname + search
    },
  }
}
