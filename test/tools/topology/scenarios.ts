// Scenarios: failures and operations under load; each resolves with the outcomes of the requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../helpers/until.ts'
import { type Outcome, startLoad } from './load.ts'
import { visitor, warmVisits } from './visits.ts'
import type { World } from './world.ts'

type Figures = Outcome & { mostFailed: number; [figure: string]: unknown }
/** `pauseMs`: between two events. */
type Options = { perSecond: number; pauseMs: number }
type Scenario = (world: World, options: Options) => Promise<Figures>

export const opsToken = 'a-token-of-operators'
/** Warms the memory cache of every server: until each request has succeeded, which a busy machine may refuse for a while. */
export async function warm({ servers }: World) {
  const visits = warmVisits(servers[0]?.dist())
  const requestAll = async (url: string) => {
    const load = startLoad(url, 500, visitor(visits, 0), visits.length)
    await until(() => load.count() >= visits.length)
    return (await load.stop()).failed.length === 0
  }
  await Promise.all(servers.map(({ url }) => until(() => requestAll(url))))
}

export const crash: Scenario = async (world, { perSecond, pauseMs }) => {
  await warm(world)
  const victim = world.servers[1]!
  const before = await measures(victim.url)
  const load = startLoad(world.url, perSecond, visitor(warmVisits()))
  await sleep(pauseMs)
  await victim.kill()
  await sleep(pauseMs)
  await victim.start()
  await until(async () => (await measures(victim.url)).answered > 0, { what: 'visitors come back' })
  await sleep(pauseMs)
  const outcome = await load.stop()
  const after = await measures(victim.url)
  const recovered = after.startedAt > before.startedAt
  // Responses take milliseconds: at most two are in flight at one server when it is killed.
  return { ...outcome, mostFailed: 2, recovered, answeredAgain: after.answered }
}

export const withoutOrigin: Scenario = async (world, { perSecond, pauseMs }) => {
  await warm(world)
  await world.origin.close()
  // Every stored response is stale, so that each request starts a revalidation.
  const { status: purged } = await fetch(`${world.servers[0]?.url}/ops/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${opsToken}`, 'content-type': 'application/json' },
    body: '{"all":true}',
  })
  const load = startLoad(world.url, perSecond, visitor(warmVisits(world.servers[0]?.dist()), 0))
  await sleep(4 * pauseMs)
  const ready = await Promise.all(world.servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))
  return { ...(await load.stop()), mostFailed: 0, purged, ready }
}

/** The number of requests that a server has served, and its start time. */
async function measures(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = [...text.matchAll(/^site_http_request_seconds_count\{route="(\w+)".*\} (\d+)$/gm)]
  const visits = counts.filter(([, route]) => route !== 'health' && route !== 'metrics')
  return {
    answered: visits.reduce((all, [, , count]) => all + Number(count), 0),
    startedAt: Number(/^process_start_time_seconds (\S+)$/m.exec(text)?.[1]),
  }
}
