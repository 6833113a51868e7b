import t from 'tap'
import type { SharedStore } from '../../server/cache/store.ts'
import type { PurgeMode, PurgeTarget } from '../../server/ops/purge.ts'
import { until } from '../helpers/until.ts'
import { createTestEntry } from './entries.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const tag = (name: string): PurgeTarget => ({ kind: 'tag', tag: name })

type Heard = [name: string, mode: PurgeMode][]

/** A store that is ready, and the purges that it has heard of since it was created. */
async function listening<T extends SharedStore & { ready: Promise<unknown> }>(store: T): Promise<[T, Heard]> {
  const heard: Heard = []
  store.onPurge((target, mode) => heard.push([target.kind === 'tag' ? target.tag : target.kind, mode]))
  await store.ready
  return [store, heard]
}

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)
  const cut = (type: 'normal' | 'pubsub') => redis.look.call('CLIENT', 'KILL', 'TYPE', type)

  t.test('a reconnected server applies the purges it missed, once', async (t) => {
    const { stores, create, lines } = await createStores(t, redis, 1)
    const [, heard] = await listening(await create({ limits: { coolDownMs: 200 } }))
    await stores[0]!.purge(tag('before'), 'soft')
    await until(() => heard.length === 1)
    await cut('normal')
    await until(() => lines.some(({ msg }) => msg.startsWith('redis is down')))
    await stores[0]!.purge(tag('meanwhile'), 'hard')
    await until(() => heard.length > 1)
    await stores[0]!.purge(tag('after'), 'soft')
    await until(() => heard.at(-1)?.[0] === 'after')
    t.strictSame(heard[0], ['before', 'soft'])
    t.equal(heard.filter(([name]) => name === 'before').length, 1)
    t.strictSame(heard[1], ['meanwhile', 'hard'])
  })

  t.test('a lost subscription is no outage: missed purges are read from the log', async (t) => {
    const { stores, create, lines } = await createStores(t, redis, 1)
    const [other, heard] = await listening(await create({ limits: { heartbeatMs: 50, coolDownMs: 200 } }))
    await cut('pubsub')
    await stores[0]!.purge(tag('meanwhile'), 'hard')
    await until(() => heard.length > 0)
    t.strictSame(heard[0], ['meanwhile', 'hard'])
    t.strictSame(await other.get('GET /none zh'), [])
    t.strictSame(lines, [])
  })

  t.test('a starting server applies the purges since its snapshot', async (t) => {
    const { stores, create } = await createStores(t, redis, 1)
    await stores[0]!.purge(tag('meanwhile'), 'hard')
    const [, heard] = await listening(await create({ purgesSince: Date.now() - 10_000 }))
    t.strictSame(heard, [['meanwhile', 'hard']])
  })

  t.test('a server that starts without a snapshot ignores older purges', async (t) => {
    const { stores, create } = await createStores(t, redis, 1)
    await stores[0]!.purge(tag('before'), 'hard')
    const [, heard] = await listening(await create({ purgesSince: Date.now() + 120_000 }))
    t.strictSame(heard, [])
  })

  t.test('a server that missed more than the log holds takes everything for stale', async (t) => {
    const { stores, create } = await createStores(t, redis, 1)
    await stores[0]!.purge(tag('first'), 'soft')
    const text = JSON.stringify({ from: 'x', target: tag('many'), mode: 'soft' })
    const log = `{site-cache:2}:purge-log`
    await Promise.all(
      Array.from({ length: 1000 }, () => redis.look.xadd(log, 'MAXLEN', 1000, '*', 'purge', text)),
    )
    const [, heard] = await listening(await create({ purgesSince: Date.now() - 10_000 }))
    t.strictSame(heard.at(-1), ['all', 'soft'])
  })

  t.test('a purge during a Redis outage is sent on reconnection, before any read', async (t) => {
    const { stores, create } = await createStores(t, redis, 1, { limits: { purgeMs: 500 } })
    const [other, heard] = await listening(await create())
    const entry = createTestEntry()
    await stores[0]!.set(entry)
    redis.signal('SIGSTOP')
    t.equal(await stores[0]!.purge(tag('id:3'), 'hard'), 0)
    redis.signal('SIGCONT')
    await until(() => heard.length > 0)
    t.strictSame(heard[0], ['id:3', 'hard'])
    await until(async () => (await other.get(entry.key)).length === 0)
    t.strictSame(await stores[0]!.get(entry.key), [])
  })

  t.test('purges during catching up are applied as well', async (t) => {
    const { stores, create } = await createStores(t, redis, 1, { limits: { purgeMs: 500 } })
    const [, heard] = await listening(await create())
    redis.signal('SIGSTOP')
    const names = Array.from({ length: 300 }, (_, at) => `${at}`)
    const first = names.slice(0, 100).map((name) => stores[0]!.purge(tag(name), 'soft'))
    await Promise.all(first)
    redis.signal('SIGCONT')
    for (const name of names.slice(100)) {
      await stores[0]!.purge(tag(name), 'soft')
      await new Promise(setImmediate)
    }
    await until(() => new Set(heard.map(([name]) => name)).size === names.length)
    t.pass()
  })

  t.test('after Redis has lost the epoch no older entry is found', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    const entry = createTestEntry()
    await stores[0]!.set(entry)
    await redis.look.del(`{site-cache:2}:epoch`)
    t.strictSame(await stores[1]!.get(entry.key), [])
    await stores[1]!.set(entry)
    t.strictSame(await stores[1]!.get(entry.key), [entry])
    t.strictSame(await stores[0]!.get(entry.key), [entry])
  })
}
