// A purge on one server reaches all others: those that are connected, that were cut off, and that start later.
import t from 'tap'
import { article } from '../cache/helpers/answers.ts'
import type { World } from '../cache/helpers/world.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createServers, fetchedAgain, share } from './world.ts'

const modes = ['soft', 'expire', 'hard']
const isFresh = async ({ statusOf }: World, path: string) =>
  /^site; hit; ttl=[1-9]/.test(String(await statusOf(path)))

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)
  const world = await createServers(t, redis.url)
  const { onNumbered } = world
  const [one, other] = world.servers
  const { on, onCall, count } = one

  /** A path that is fresh in the memory of both servers. */
  const createWarm = async (create = () => onNumbered()): Promise<string> => {
    const path = create()
    await share(redis, one, path)
    await other.get(path)
    return count(path) === 1 ? path : createWarm(create)
  }
  const bodyOf = async (server: World, path: string) => (await server.get(path)).body

  for (const [mode, targetOf] of [
    ['soft', () => ({ tag: 'articleDetail' })],
    ['expire', (url: string) => ({ url })],
    ['hard', () => ({ all: true })],
  ] as const) {
    t.test(`a ${mode} purge reaches the memory of the other server`, async (t) => {
      const path = await createWarm()
      const old = await bodyOf(other, path)
      const hold = Promise.withResolvers<void>()
      t.match(await one.purge({ ...targetOf(path), mode }), { mode })
      if (mode === 'soft') {
        on({ ...article('next'), after: hold.promise }, path)
        await until(async () => !(await isFresh(other, path)))
        t.equal(await bodyOf(other, path), old, 'stale at once')
        hold.resolve()
      }
      for (const server of [other, one]) await until(async () => (await bodyOf(server, path)) !== old)
      t.ok(count(path) <= 3)
    })
  }

  for (const mode of modes) {
    t.test(`a response that a ${mode} purge on another server overtakes is fresh nowhere`, async (t) => {
      const known = await createWarm()
      const gate = Promise.withResolvers<void>()
      const path = onCall({ ...article('before'), after: gate.promise })
      const early = one.get(path)
      await until(() => count(path) === 1)
      on(article('after'), path)
      await other.purge({ tag: 'articleDetail', mode })
      // The first server has applied the purge.
      await until(async () => count(known) > 1 || !(await isFresh(one, known)))
      gate.resolve()
      t.match((await early).body, 'before')
      for (const server of [one, other])
        await until(async () => (await bodyOf(server, path)).includes('after'))
    })
  }

  t.test('servers that were cut off apply the purges that they missed', async () => {
    const connections = async (): Promise<string[]> =>
      String(await redis.look.call('CLIENT', 'LIST')).match(/^id=\d+/gm) ?? []
    const known = await connections()
    const late = await world.start()
    const ofLate = (await connections()).filter((id) => !known.includes(id))
    for (const id of ofLate) {
      const path = onNumbered()
      await share(redis, one, path)
      await late.get(path)
      // It connects again a second later.
      await redis.look.call('CLIENT', 'KILL', 'ID', id.slice(3))
      await one.purge({ url: path, mode: 'hard' })
      await fetchedAgain(late, path)
    }
    const next = onNumbered()
    await share(redis, one, next)
    await late.get(next)
    await one.purge({ url: next, mode: 'hard' })
    await fetchedAgain(late, next)
  })

  t.test('purges during an outage of Redis are made up for, all of them', async (t) => {
    const paths: string[] = []
    for (let number = 0; number < 5; number++) paths.push(await createWarm())
    const old = await Promise.all(paths.map((path) => bodyOf(other, path)))
    redis.signal('SIGSTOP')
    await Promise.all(paths.map((url) => one.purge({ url, mode: 'hard' })))
    for (const path of paths) await one.get(path)
    t.strictSame(paths.map(count), [2, 2, 2, 2, 2], 'here at once')
    redis.signal('SIGCONT')
    for (const [index, path] of paths.entries())
      await until(async () => (await bodyOf(other, path)) !== old[index])
  })

  t.test('what was purged while a server was away does not return with its snapshot', async (t) => {
    const redis = await startRedis(t)
    const { servers, start, onNumbered } = await createServers(t, redis.url, 1)
    const [one] = servers
    const { count } = one
    const config = { dataDir: temporaryFolder(t), cacheSnapshotSeconds: 3600 }
    const [path, bystander] = [onNumbered(), onNumbered()]
    const before = await start(config)
    for (const each of [path, bystander]) await share(redis, before, each)
    await before.app.close()
    await one.purge({ url: path, mode: 'hard' })
    const after = await start(config)
    await after.get(path)
    t.equal(count(path), 2)
    t.ok(await isFresh(after, bystander))
    t.equal(count(bystander), 1)
    await after.app.close()
    // Later ones have displaced it.
    await one.purge({ url: path, mode: 'soft' })
    const [key = ''] = await redis.look.keys('*purges')
    const rows = redis.look.pipeline()
    for (let number = 0; number < 1000; number++) rows.xadd(key, 'MAXLEN', 1000, '*', 'purge', 'none')
    await rows.exec()
    const late = await start(config)
    t.notOk(await isFresh(late, path))
  })
}
