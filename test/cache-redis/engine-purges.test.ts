import t, { type Test } from 'tap'
import { type PurgeTarget, purgeModes } from '../../server/ops/purge.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createGate, createWorld, numberOf, page } from './world.ts'

const key = `GET ${page} zh`
const targets: [string, PurgeTarget][] = [
  ['tag', { kind: 'tag', tag: 'articleDetail' }],
  ['path', { kind: 'tag', tag: `path:${page}` }],
  ['key', { kind: 'key', prefix: `GET ${page} ` }],
  ['everything', { kind: 'all' }],
]

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)
  const createWarm = async (t: Test) => {
    const world = await createWorld(t, redis)
    await world.warm()
    return world
  }

  for (const [name, target] of targets) {
    t.test(`a hard purge by ${name} on one server empties the memory of the other`, async (t) => {
      const { servers, origin } = await createWarm(t)
      t.equal(await servers[0]!.cache.purge(target, 'hard'), 1)
      await until(() => servers[1]!.memory.get(key).length === 0)
      t.equal(numberOf(await servers[1]!.ask()), 2)
      await until(async () => (await servers[0]!.store.get(key)).length > 0)
      t.equal(numberOf(await servers[0]!.ask()), 2)
      t.equal(origin.hits.length, 2)
    })

    t.test(`a soft purge by ${name} on one server makes the memory of the other stale`, async (t) => {
      const { servers, origin } = await createWarm(t)
      t.equal(await servers[0]!.cache.purge(target, 'soft'), 1)
      await until(() => servers[1]!.memory.get(key)[0]?.purgedAt !== undefined)
      t.equal(numberOf(await servers[1]!.ask()), 1)
      await until(() => servers[1]!.memory.get(key)[0]?.fields['x-number'] === '2')
      t.equal(numberOf(await servers[0]!.ask()), 1)
      await until(() => servers[0]!.memory.get(key)[0]?.fields['x-number'] === '2')
      t.equal(origin.hits.length, 2)
    })
  }

  for (const mode of purgeModes) {
    t.test(`a fill that a ${mode} purge on another server overtakes is not fresh anywhere`, async (t) => {
      const { servers, origin } = await createWorld(t, redis)
      const gate = createGate()
      origin.answer = gate.answer
      const asked = servers[0]!.ask()
      await until(() => origin.hits.length === 1)
      let isHeard = false
      servers[0]!.store.onPurge(() => {
        isHeard = true
      })
      await servers[1]!.cache.purge(targets[0]![1], mode)
      await until(() => isHeard)
      gate.open()
      t.equal(numberOf(await asked), 1)
      for (const { ask, memory } of servers) {
        await ask()
        await until(() => memory.get(key)[0]?.fields['x-number'] === '2')
      }
      t.equal(origin.hits.length, 2)
    })
  }

  t.test('an unsafe request through one server invalidates the entry on the other', async (t) => {
    const { servers, origin, warm } = await createWorld(t, redis)
    const path = '/api/home/things/1'
    origin.answer = () => ({
      status: 200,
      headers: { 'cache-control': 'max-age=60' },
      body: Buffer.from('{}'),
    })
    t.equal(numberOf(await warm(path)), 1)
    await servers[0]!.ask(path, {}, 'PUT')
    await until(() => servers[1]!.memory.get(`GET ${path} zh`).length === 0)
    t.equal(numberOf(await servers[1]!.ask(path)), 3)
  })
}
