// A site before an upstream with scripted responses, with a clock that the test moves. Each case has a path of its own.
import type { Test } from 'tap'
import { metricOf, opsToken, postOps } from '../../helpers/ops.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { type Answer, send } from './answers.ts'
import { createClock, second } from './clock.ts'

type Options = Parameters<typeof createSmallSite>[1] & { clock?: ReturnType<typeof createClock> }
type Received = { method: string; headers: Record<string, string | string[] | undefined>; body: string }
export type Script = Answer | ((request: Received) => Answer)
export type World = Awaited<ReturnType<typeof createWorld>>

const folder = '/api/home/case-'
const calls = '/api/home/article/detail/'

export async function createWorld(t: Test, { clock = createClock(), config, ...options }: Options = {}) {
  const settings = { addressRate: 0, opsToken, ...config }
  const site = await createSmallSite(t, { now: clock.now, config: settings, ...options })
  const { app, origin, get } = site
  let cases = 1000

  /** A path that is no business call, a new one by default, and its response from now on, whatever the query. */
  const on = (script: Script, path = `${folder}${++cases}`): string => {
    origin.answer(path, ({ method = 'GET', headers }, response, body) =>
      send(response, typeof script === 'function' ? script({ method, headers, body: String(body) }) : script),
    )
    return path
  }
  const hits = (path: string) => origin.requests.filter((received) => received.path.split('?', 1)[0] === path)
  const stored = async (script: Script, seconds = 0, path?: string): Promise<string> => {
    const at = on(script, path)
    await get(at)
    clock.advance(seconds * second)
    return at
  }
  return {
    ...site,
    clock,
    on,
    /** As `on`, for a business call with an id of its own. */
    onCall: (script: Script) => on(script, `${calls}${++cases}`),
    /** The requests for a path that the upstream received. */
    hits,
    count: (path: string) => hits(path).length,
    /** A path whose response came some seconds ago. */
    stored,
    storedCall: (script: Script, seconds = 0) => stored(script, seconds, `${calls}${++cases}`),
    ask: (method: string, url: string, payload = '', headers: Record<string, string> = {}) =>
      app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) }),
    statusOf: async (path: string, headers = {}) => (await get(path, headers)).headers['cache-status'],
    purge: async (payload: object): Promise<unknown> => (await postOps(site, '/ops/purge', payload)).json(),
    /** The value of a line of /metrics; 0 where there is none. */
    metric: async (name: string) => (await metricOf(site, name)) || 0,
  }
}

/** Numbers from 0 on. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
