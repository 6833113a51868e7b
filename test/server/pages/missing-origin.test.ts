// An upstream that responds 404 to everything: stored responses stay in use.
import t from 'tap'
import { day, hour } from '../../cache/helpers/clock.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent } from '../../helpers/site.ts'
import { words } from '../../helpers/words.ts'
import { answerOf, missingResponses } from '../../helpers/wrong-responses.ts'

const config = '/api/home/config/base'
const menu = '/api/home/route/tree'

/** A bot gets the whole page, which is stored if allowed. */
const robot = { 'user-agent': botAgent }
const urls = words(`
  / /news /product /news/1 /en/news/1 /about /contact /download /manual/1
`)

for (const [name, answer] of Object.entries(missingResponses)) {
  t.test(`${name} to everything: warm pages stay as they were for a week`, async (t) => {
    const { get, origin, clock } = await createWorld(t)
    const before = new Map<string, string>()
    for (const url of urls) before.set(url, (await get(url, robot)).body)
    origin.answer('/', answerOf(answer))
    for (const [ms, when] of [
      [3 * hour, '3 hours'],
      [2 * day, '2 days'],
      [4.5 * day, 'nearly a week'],
    ] as const) {
      clock.advance(ms)
      for (const url of urls) {
        // The second request gets the result of the first one's refresh.
        for (const _visit of [1, 2]) {
          const { statusCode, body } = await get(url, robot)
          t.equal(statusCode, 200, `${url} after ${when}`)
          t.equal(body, before.get(url), `${url} after ${when}`)
        }
      }
    }
  })
}

t.test('an item is deleted, and 404, while configuration or menu can be read', async (t) => {
  for (const missing of [[], [config], [menu]]) {
    const { get, origin, clock } = await createWorld(t)
    t.equal((await get('/news/1', robot)).statusCode, 200)
    clock.advance(3 * day)
    for (const call of ['/api/home/article/detail/1', ...missing]) origin.json(call, {}, 404)
    t.equal((await get('/news/1', robot)).statusCode, 404, missing.join())
  }
})
