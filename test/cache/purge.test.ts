// Purges while responses are under way, and of responses that may not be stale. What each target meets: test/server/ops.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { article } from './helpers/answers.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, stored, get, count, purge } = await createWorld(t)

t.test('after an expiring purge a request waits a second at most, and the refresh runs on', async (t) => {
  const path = await stored(article('old'), 0, '/api/home/article/detail/900')
  const gate = Promise.withResolvers<void>()
  on({ ...article('next'), after: gate.promise }, path)
  await purge({ tag: 'articleDetail', mode: 'expire' })
  const [one, other] = await Promise.all([get(path), get(path)])
  for (const { body, headers } of [one, other]) {
    t.match(body, 'old')
    t.match(headers, { 'cache-status': /^site; hit; ttl=0/, 'cache-control': 'public, max-age=0' })
  }
  t.equal(count(path), 2)
  gate.resolve()
  await until(async () => (await get(path)).body.includes('next'))
  t.equal(count(path), 2)
})

for (const mode of ['soft', 'expire', 'hard']) {
  t.test(`${mode} purge: a response in flight does not undo the purge`, async (t) => {
    const gate = Promise.withResolvers<void>()
    const path = onCall({ ...article('before'), after: gate.promise })
    const early = get(path)
    await until(() => count(path) === 1)
    on(article('after'), path)
    await purge({ tag: 'articleDetail', mode })
    t.match(
      (await get(path)).body,
      'after',
      'a later request does not get what was requested before the purge',
    )
    gate.resolve()
    t.match((await early).body, 'before')
    if (mode === 'hard') t.match((await get(path)).body, 'after')
    await until(async () => (await get(path)).body.includes('after'))
  })
}
