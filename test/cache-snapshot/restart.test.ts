import { stat } from 'node:fs/promises'
import t from 'tap'
import type { Send } from '../../server/base/origin.ts'
import { originError } from '../../server/base/origin-error.ts'
import { createCache } from '../../server/cache/engine.ts'
import type { MemoryStore } from '../../server/cache/store.ts'
import { createTestEntry } from '../cache-redis/entries.ts'
import { numbered, page } from '../cache-redis/world.ts'
import { until } from '../helpers/until.ts'
import { createWorld } from './world.ts'

const hour = 3_600_000
const alive: Send = async () => numbered()
const dead: Send = () => Promise.reject(originError('network', 'nobody there'))

function createServer(memory: MemoryStore, send: Send, clock: { now: number }) {
  const cache = createCache({
    send,
    stores: { memory },
    time: { now: () => clock.now, monotonic: () => clock.now },
    limits: { responseBytes: 1_000_000, timeoutMs: 1000 },
  })
  return (path: string) => cache.send({ method: 'GET', path, headers: {} })
}

for (const [name, hours, status] of [
  ['fresh', 1, /; hit; ttl=\d/],
  ['stale', 20, /; hit; ttl=-\d/],
  ['old', 100, /stale-if-error/],
] as const) {
  t.test(`a server started during an outage serves ${name} pages from its snapshot`, async (t) => {
    const { startLife, clock } = await createWorld(t)
    const before = startLife()
    const first = await createServer(before.memory, alive, clock)(page)
    await before.snapshot.save()
    clock.now += hours * hour
    const after = startLife()
    await after.snapshot.load()
    const answer = await createServer(after.memory, dead, clock)(page)
    t.equal(answer.status, 200)
    t.strictSame(answer.body, first.body)
    t.match(answer.headers['cache-status'], status)
    t.equal(answer.headers['age'], String(hours * 3600))
    await t.rejects(createServer(after.memory, dead, clock)('/api/home/article/detail/404'))
  })
}

t.test('snapshots are taken at intervals, until it is stopped', async (t) => {
  const { startLife, file, clock } = await createWorld(t)
  const { memory, snapshot } = startLife()
  const modified = async () => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
  memory.set(createTestEntry())
  snapshot.start(5)
  await until(async () => (await modified()) > 0)
  const first = await modified()
  await until(async () => (await modified()) > first)
  await snapshot.stop()
  const last = await modified()
  const after = startLife()
  t.equal((await after.snapshot.load()).count, 1)
  clock.now++
  t.equal(await modified(), last)
})
