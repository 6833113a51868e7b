// The cache over Sentinels and over a cluster: found, shared, and found again after a failover.
import t, { type Test } from 'tap'
import { until } from '../helpers/until.ts'
import { createTestEntry } from './entries.ts'
import { isRedisMissing } from './redis-server.ts'
import { createStores } from './stores.ts'
import { startCluster, startSentinels, type Topology } from './topologies.ts'

const entry = createTestEntry()
const other = createTestEntry({ key: 'GET /api/home/other zh' })
// A braced path, so that the hash tag of a key is not taken from what visitors request.
const braced = createTestEntry({ key: 'GET /api/home/{x}/{y} zh' })
const key = '{site-cache:2}:epoch'

const topologies: [string, (t: Test, key?: string) => Promise<Topology>][] = [
  ['Sentinels', startSentinels],
  ['a cluster', (t, ofSlot = key) => startCluster(t, ofSlot)],
]

if (!isRedisMissing(t)) {
  for (const [name, start] of topologies) {
    t.test(`two servers share a cache over ${name}, also after the primary was killed`, async (t) => {
      const topology = await start(t)
      const { stores, lines } = await createStores(t, { url: topology.url }, 2)
      const [a, b] = stores
      t.strictSame(lines, [], 'connected at the first attempt')
      for (const one of [entry, other, braced]) await a!.set(one)
      for (const one of [entry, other, braced]) t.strictSame(await b!.get(one.key), [one])
      t.equal(await b!.purge({ kind: 'key', prefix: braced.key }, 'hard'), 1)
      t.strictSame(await a!.get(braced.key), [])

      const killed = await topology.killPrimary()
      await until(() => lines.filter(({ level }) => level === 40).length === 2)
      t.strictSame(await a!.get(entry.key), [], 'an empty store meanwhile')
      const missed = b!.purge({ kind: 'tag', tag: 'none' }, 'soft')
      t.equal(await missed, 0)
      await until(() => lines.filter(({ msg }) => msg === 'redis is up').length === 2)
      // Each Sentinel hears of the new primary in its own time, up to two seconds later than the one that the servers have asked.
      await until(async () => (await topology.primaryPort()) !== killed)

      await a!.set(other)
      t.strictSame(await b!.get(other.key), [other])
      const heard: string[] = []
      b!.onPurge((target) => heard.push(target.kind))
      await a!.purge({ kind: 'all' }, 'hard')
      await until(() => heard.includes('all'))
      t.strictSame(await b!.get(other.key), [])
      for (const secret of topology.secrets) t.notMatch(JSON.stringify(lines), secret)
    })
  }

  t.test('a primary that becomes a replica is left at the first write', async (t) => {
    const topology = await startSentinels(t)
    const { stores, lines } = await createStores(t, { url: topology.url }, 1)
    const port = await topology.primaryPort()
    await stores[0]!.set(entry)
    // Connections stay open, as with a failover that closes none.
    const others = await topology.look(port).info('replication')
    const [, replica = ''] = /slave0:ip=127.0.0.1,port=(\d+)/.exec(others) ?? []
    await topology.look(port).replicaof('127.0.0.1', replica)
    await stores[0]!.set(other)
    await until(() => lines.some(({ reason }) => /READONLY|no primary|is no primary/.test(String(reason))))
    await until(async () => {
      await stores[0]!.set(other)
      return (await stores[0]!.get(other.key)).length > 0
    })
    t.pass()
  })

  t.test('Sentinels that do not know the primary are named, without passwords', async (t) => {
    const topology = await startSentinels(t)
    const url = topology.url.replace('/main', '/another')
    const { lines } = await createStores(t, { url }, 1)
    t.equal(lines.length, 1)
    t.match(lines[0], { reason: /the Sentinels have no primary another/, redis: /^127.0.0.1:\d+,127/ })
    const wrong = topology.url.replace('sentinel_password=', 'sentinel_password=wrong')
    const rejected = await createStores(t, { url: wrong }, 1)
    t.match(rejected.lines[0], { reason: /WRONGPASS/ })
    for (const secret of topology.secrets) t.notMatch(JSON.stringify([lines, rejected.lines]), secret)
  })
}
