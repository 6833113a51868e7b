// Two servers in front of one content system with one Redis: the same numbers, and each form message once in the list.
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { isRedisMissing, startDurableRedis } from '../cache-redis/redis-server.ts'
import { createTestCms } from '../helpers/cms.ts'
import { typed } from '../helpers/form.ts'
import { mapOfTwoSites } from '../helpers/systems.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'

type Item = { sign: string; id: number }

if (!isRedisMissing(t)) {
  t.test('two servers give an item one number and a form message one entry', async (t) => {
    // The servers share a list of messages in a Redis that is durable.
    const redis = await startDurableRedis(t)
    const cms = await createTestCms(t, 'wordpress')
    const folder = t.testdir({})
    const env = {
      API_KIND: 'wordpress',
      API_BASE: cms.urls[0]!,
      API_MAP: mapOfTwoSites(t, cms.urls),
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
