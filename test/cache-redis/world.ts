// Several servers on one Redis and one upstream, by default with one clock.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Test } from 'tap'
import { readRedisUrl } from '../../server/base/redis-url.ts'
import { type Answer, article } from '../cache/helpers/answers.ts'
import { createWorld, times, type World } from '../cache/helpers/world.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'

export const down = 'redis is down: each server uses its own memory and disk'
export const up = 'redis is up'

/** `redisMs`: the deadline of commands. */
export async function createServers(t: Test, url: string, count = 2, redisMs?: number) {
  // It runs, because Redis has a clock of its own.
  let forward = 0
  const clock = {
    now: () => Date.now() + forward,
    advance(ms: number) {
      forward += ms
    },
  }
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const start = (config: object = {}, skewMs = 0) =>
    createWorld(t, {
      clock: { ...clock, now: () => clock.now() + skewMs },
      origin,
      config: { redis: readRedisUrl(url), ...config },
      ...(redisMs && { redisMs }),
    })
  const servers = await Promise.all(times(count, () => start()))
  const [first, second = first!] = servers
  let number = 0
  return {
    clock,
    origin,
    /** One more server, whose clock may differ. */
    start,
    servers: [first!, second] as const,
    /** A business call whose responses are numbered. */
    onNumbered: (headers: Answer['headers'] = {}) => first!.onCall(() => article(`no ${++number}`, headers)),
  }
}

/** Waits until the data in Redis have changed, after `act`. */
export async function afterChange<T>({ look }: { look: Redis }, act: () => Promise<T>): Promise<T> {
  let before = ''
  // What was being written is written.
  await until(async () => {
    const last = before
    before = await digestOf(look)
    return before === last
  })
  const result = await act()
  await until(async () => (await digestOf(look)) !== before)
  return result
}

/** Waits until the first server's response is in Redis. */
export function share(redis: { look: Redis }, server: World, path: string) {
  return afterChange(redis, () => server.get(path))
}

async function digestOf(look: Redis): Promise<string> {
  const hash = createHash('sha256')
  for (const key of (await look.keys('*')).sort()) hash.update(key).update((await look.dumpBuffer(key)) ?? '')
  return hash.digest('hex')
}

/** Waits until the server fetches the response again. */
export const fetchedAgain = (server: World, path: string) =>
  until(async () => (await server.get(path)) && server.count(path.split('?')[0]!) > 1)

/** The log lines about Redis. */
export const linesOf = ({ lines }: World) =>
  lines.filter(({ msg }) => msg.startsWith('redis ')).map(({ msg }) => msg)
