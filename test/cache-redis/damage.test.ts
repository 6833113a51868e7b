// Foreign and damaged values under the keys of the site: a visitor gets the right response, from wherever.
import fc from 'fast-check'
import t from 'tap'
import { text } from '../cache/helpers/answers.ts'
import { runsLong } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createServers, share } from './world.ts'

const kinds = ['hello', '\0'.repeat(200), 'list', 'hash', 'stream']

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)
  const { look } = redis
  const { servers } = await createServers(t, redis.url)
  const [one, other] = servers
  const { on, count } = one
  const body = 'x'.repeat(300)
  /** The keys that a new response has, and its path. */
  const createStored = async () => {
    const before = new Set(await look.keys('*'))
    const path = on(text(body, 'max-age=60', { etag: '"a"' }))
    await share(redis, one, path)
    return { path, keys: (await look.keys('*')).filter((key) => !before.has(key)) }
  }
  const spoil = async (key: string, kind: string) => {
    await look.del(key)
    if (kind === 'list') await look.lpush(key, 'a')
    else if (kind === 'hash') await look.hset(key, 'a', 'b')
    else if (kind === 'stream') await look.xadd(key, '*', 'a', 'b')
    else await look.set(key, kind)
  }
  const stringsOf = async (keys: string[]) => {
    const types = await Promise.all(keys.map((key) => look.type(key)))
    return keys.filter((_, index) => types[index] === 'string')
  }

  t.test('a damaged value is not sent: any bytes of it changed, any end of it missing', async () => {
    const damage = fc.record({ at: fc.nat(), bits: fc.integer({ min: 1, max: 255 }), isCut: fc.boolean() })
    const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const { path, keys } = await createStored()
      for (const key of await stringsOf(keys)) {
        let value = await look.getBuffer(key)
        for (const { at, bits, isCut } of damages) {
          if (!value?.length) break
          if (isCut) value = value.subarray(0, at % value.length)
          else value[at % value.length]! ^= bits
        }
        await look.set(key, value ?? '', 'KEEPTTL')
      }
      const answer = await other.get(path)
      return answer.statusCode === 200 && answer.body === body && answer.headers['etag'] === '"a"'
    })
    await fc.assert(property, { numRuns: runsLong ? 40 : 10 })
  })

  t.test(
    'foreign values of every kind under the keys of the site harm no visitor; without them servers share again',
    async (t) => {
      const { path } = await createStored()
      for (const [at, key] of (await look.keys('*')).entries()) await spoil(key, kinds[at % kinds.length]!)
      const fresh = on(text(body, 'max-age=60'))
      for (const each of [path, fresh])
        for (const server of [one, other]) t.match(await server.get(each), { statusCode: 200, body })
      t.match(await one.purge({ url: path, mode: 'hard' }), { mode: 'hard' })
      t.match(await one.get(path), { statusCode: 200, body })
      t.equal((await one.get('/readyz')).statusCode, 200)
      await look.flushall()
      await until(async () => {
        const next = on(text(body, 'max-age=60'))
        await one.get(next)
        await other.get(next)
        return count(next) === 1
      })
    },
  )
}
