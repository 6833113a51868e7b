// A site with its page cache, a manual clock, and purge.
import type { Test } from 'tap'
import { createClock } from '../cache/helpers/clock.ts'
import { opsToken, postOps } from './ops.ts'
import { createSmallSite } from './small-site.ts'

export const detail = '/api/home/article/detail/'

export async function createWorld(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now, config: { opsToken }, ...options })
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    String((await site.get(url, headers)).headers['cache-status'])
  const made = async () =>
    Number(
      /outcome="miss",kind="page",tier="upstream"\} (\d+)/.exec((await site.get('/metrics')).body)?.[1] ?? 0,
    )
  const purge = (payload: object) => postOps(site, '/ops/purge', payload)
  /** Changes the title at the upstream. */
  const retitle = (id: number, title: string) =>
    site.origin.patch(`${detail}${id}?lang=zh`, (article) => ({ ...(article as object), title }))
  return { ...site, clock, statusOf, made, purge, retitle }
}
