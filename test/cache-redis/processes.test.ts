// The built program with a real Redis: two processes share responses and purges.
import t from 'tap'
import { opsToken } from '../helpers/ops.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'

if (!isRedisMissing(t)) {
  t.test('two processes: a hundred visitors, a response of each other, a purge', async (t) => {
    const [redis, origin] = await Promise.all([startRedis(t), createTestOrigin(t, { folder: smallFolder })])
    const env = { API_BASE: origin.url, REDIS_URL: redis.url, OPS_TOKEN: opsToken, ADDRESS_RATE: '0' }
    const urls = (await Promise.all([startProgram(t, env), startProgram(t, env)])).map(({ url }) => url)
    const count = (path: string) => origin.hits.filter((hit) => hit === `GET ${path}`).length
    const get = async (server: number, path: string) => {
      const response = await fetch(`${urls[server % 2]}${path}`)
      return { body: await response.text(), status: response.headers.get('cache-status') }
    }
    t.match(await redis.look.client('LIST'), /name=site /)
    const [busy, path] = ['/api/home/manual/1?lang=en', '/api/home/article/detail/1?lang=zh']
    await Promise.all(Array.from({ length: 100 }, (_, visitor) => get(visitor, busy)))
    t.ok(count(busy) <= 2, String(count(busy)))
    await get(0, path)
    await until(async () => (await get(1, path)).status?.startsWith('site; hit') === true)
    const before = count(path)
    const headers = { authorization: `Bearer ${opsToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ url: path, mode: 'hard' })
    t.equal((await fetch(`${urls[0]}/ops/purge`, { method: 'POST', headers, body })).status, 200)
    await until(async () => (await get(1, path)) && count(path) > before)
  })
}
