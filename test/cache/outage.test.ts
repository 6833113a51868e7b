// The upstream is gone: silent, resetting connections, failing, or not there at all.
import { createServer } from 'node:http'
import t from 'tap'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { type Answer, article } from './helpers/answers.ts'
import { day, hour, second } from './helpers/clock.ts'
import { createWorld, times } from './helpers/world.ts'

const timeoutMs = 1000
/** One whose upstream is silent, and one that has time on a busy machine. */
const [patient, hasty] = [await createWorld(t), await createWorld(t, { timeoutMs })]

const outages: [name: string, world: typeof patient, answer: Answer][] = [
  ['silent', hasty, { fault: 'hang' }],
  ['resetting connections', patient, { fault: 'reset' }],
  ['failing', patient, { status: 500, body: 'x'.repeat(70_000) }],
]
for (const [name, { on, onCall, get, clock }, answer] of outages) {
  t.test(
    `${name}: every stored response is served for a day, without waiting for the upstream`,
    async (t) => {
      const calls = times(30, () => onCall(article('old')))
      for (const call of calls) await get(call)
      clock.advance(20 * hour)
      // No response before all visitors have theirs.
      const gate = Promise.withResolvers<void>()
      for (const call of calls) on({ ...answer, after: gate.promise }, call)
      for (const call of calls) t.match(await get(call), { statusCode: 200, body: 'old' })
      gate.resolve()
    },
  )
}

t.test(
  'nothing listens there: an error for the cold, until it is back; then stale while it lasts',
  async (t) => {
    const origin = await createTestOrigin(t, { folder: smallFolder })
    await origin.close()
    const { clock, get } = await createWorld(t, { origin })
    const path = '/api/home/article/detail/1?lang=zh'
    t.equal((await get(path)).statusCode, 502)
    const { body = '', headers } = article('a')
    const server = createServer((_request, response) => void response.writeHead(200, headers).end(body))
    const port = Number(new URL(origin.url).port)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    clock.advance(3 * second)
    t.equal((await get(path)).statusCode, 200)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    clock.advance(3 * hour)
    t.equal((await get(path)).statusCode, 200)
    clock.advance(3 * day)
    t.match(await get(path), { statusCode: 200, headers: { 'cache-status': /detail=stale-if-error/ } })
  },
)
