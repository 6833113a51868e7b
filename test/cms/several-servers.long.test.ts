// Two servers in front of one content system with one Redis: the same numbers, and each form message once in the list.
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { isRedisMissing, startRedis } from '../cache-redis/redis-server.ts'
import { createTestCms } from '../helpers/cms.ts'
import { typed } from '../helpers/form.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'

type Item = { sign: string; id: number }

if (!isRedisMissing(t)) {
  t.test('two servers give an item one number and a form message one entry', async (t) => {
    const redis = await startRedis(t)
    // The servers share a list of messages in a Redis that is durable.
    await redis.look.config('SET', 'appendonly', 'yes')
    await redis.look.config('SET', 'appendfsync', 'always')
    const cms = await createTestCms(t, 'wordpress')
    const map = `languages: { en: { base: '${cms.urls[1]}' } }
menus: { zh: main, en: main }
fields: { product: { specs: meta.specs } }
`
    const folder = t.testdir({ 'api-map.yaml': map })
    const env = {
      API_KIND: 'wordpress',
      API_BASE: cms.urls[0]!,
      API_MAP: `${folder}/api-map.yaml`,
      REDIS_URL: redis.url,
    }
    const servers = await Promise.all([startProgram(t, env), startProgram(t, env)])
    const lists = await Promise.all(
      servers.map(async ({ url }, at) => {
        const lang = at === 0 ? 'zh' : 'en'
        const response = await fetch(`${url}/api/home/article/list/product?lang=${lang}&page_size=2`)
        return ((await response.json()) as { data: { list: Item[] } }).data.list
      }),
    )
    const numbers = lists.map((list) => list.map(({ sign, id }) => `${sign} ${id}`).sort())
    t.equal(numbers[0]!.length, 2)
    t.strictSame(numbers[0], numbers[1], 'each server in its language')
    const rows = (await runProgram(['ids', 'export'], { ...env, DATA_DIR: `${folder}/data` })).out
    for (const { sign, id } of lists[0]!)
      t.match(rows, new RegExp(`^wordpress\\tproduct/${sign}\\t${id}$`, 'm'))

    const key = randomUUID()
    const send = ({ url }: { url: string }) =>
      fetch(`${url}/api/home/form/:name`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ ...typed, message: 'once' }),
      })
    for (const server of servers) {
      const response = await send(server)
      t.equal(response.status, 200, await response.text())
    }
    const { out } = await runProgram(['forms', 'export', '--format', 'json'], {
      ...env,
      DATA_DIR: `${folder}/data`,
    })
    t.match(JSON.parse(out), [{ state: 'stored', fields: { message: 'once' } }])
    t.equal(JSON.parse(out).length, 1)
  })
}
