// Cache and form messages over Sentinels and over a cluster: found, shared, and found again after a failover.
import t, { type Test } from 'tap'
import { text } from '../cache/helpers/answers.ts'
import { call, formCall, formsAt, keyOf, typed } from '../helpers/form.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { isRedisMissing } from './redis-server.ts'
import { startCluster, startSentinels, type Topology } from './topologies.ts'
import { createServers, down, fetchedAgain, linesOf, share, up } from './world.ts'

const topologies: [string, (t: Test) => Promise<Topology>][] = [
  ['Sentinels', startSentinels],
  ['a cluster', startCluster],
]

/** A replica has what its primary has. */
async function isCopied({ look, primaryPort }: Topology): Promise<boolean> {
  const info = await look(await primaryPort()).info('replication')
  return info.includes(`offset=${/master_repl_offset:(\d+)/.exec(info)?.[1]},`)
}

if (!isRedisMissing(t)) {
  for (const [name, start] of topologies) {
    t.test(
      `two servers share cache and messages over ${name}, also after the primary was killed`,
      async (t) => {
        const topology = await start(t)
        const { servers, onNumbered } = await createServers(t, topology.url)
        const [one, other] = servers
        const expectShared = async (path: string) => {
          await share({ look: topology.look(await topology.primaryPort()) }, one, path)
          t.match(await other.statusOf(path), /^site; hit/, path)
          await one.purge({ url: path, mode: 'hard' })
          await fetchedAgain(other, path)
        }
        for (const server of [one, other]) t.strictSame(linesOf(server), [], 'connected at the first attempt')
        for (let number = 0; number < 5; number++) await one.get(onNumbered())
        await until(async () => (await topology.look(await topology.primaryPort()).dbsize()) >= 5)
        await expectShared(onNumbered())
        // Braces, so that the hash tag of a key is not taken from what visitors request.
        await expectShared(`${one.on(text('a', 'max-age=60'))}?a={x}`)

        const accepted: string[] = []
        const post = async (key: string) => {
          const { statusCode } = await call(one, { ...typed, topic: key }, { 'idempotency-key': key })
          t.equal(statusCode, 202, key)
          accepted.push(key)
        }
        one.origin.answer(formCall, status(503))
        await post('before')
        await until(() => isCopied(topology))
        const killed = await topology.killPrimary()
        await post('during')
        await until(async () => {
          t.equal((await one.get(onNumbered())).statusCode, 200)
          return linesOf(one).includes(down) && linesOf(other).includes(down)
        })
        await until(() => linesOf(one).at(-1) === up && linesOf(other).at(-1) === up)
        // Each Sentinel hears of the new primary in its own time, up to two seconds later than the one that the servers have asked.
        await until(async () => (await topology.primaryPort()) !== killed)
        await expectShared(onNumbered())
        await post('after')
        one.origin.answer(formCall, one.origin.pass)
        const tries = formsAt(one.origin).length
        const sent = () => formsAt(one.origin).slice(tries).map(keyOf)
        await until(() => accepted.every((key) => sent().includes(key)))
        for (const secret of topology.secrets) t.notMatch(JSON.stringify([one.lines, other.lines]), secret)
      },
    )
  }

  t.test('Sentinels that do not know the primary are named, without passwords', async (t) => {
    const topology = await startSentinels(t)
    const wrong: [url: string, reason: RegExp][] = [
      [topology.url.replace('/main', '/another'), /the Sentinels have no primary another/],
      [topology.url.replace('sentinel_password=', 'sentinel_password=wrong'), /WRONGPASS/],
    ]
    for (const [url, reason] of wrong) {
      const { servers } = await createServers(t, url, 1)
      const lines = servers[0].lines.filter(({ msg }) => msg === down)
      t.match(lines, [{ reason, redis: /^127.0.0.1:\d+,127/ }])
      for (const secret of topology.secrets) t.notMatch(JSON.stringify(servers[0].lines), secret)
    }
  })
}
