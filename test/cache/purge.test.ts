// Purges while responses are under way, and of responses that may not be stale. What each target meets: test/server/ops.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { article, text } from './helpers/answers.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, stored, get, count, purge } = await createWorld(t)

t.test('a soft purge without stale-while-revalidate: the next request waits for the upstream', async (t) => {
  const path = await stored(text('old', 'max-age=60'))
  on(text('next', 'max-age=60'), path)
  await purge({ all: true, mode: 'soft' })
  t.equal((await get(path)).body, 'next')
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

t.test('a response in flight that the purge does not match is stored', async (t) => {
  const gate = Promise.withResolvers<void>()
  const path = onCall({ ...article('a'), after: gate.promise })
  const early = get(path)
  await until(() => count(path) === 1)
  await purge({ tag: 'id:4', mode: 'hard' })
  gate.resolve()
  await early
  await get(path)
  t.equal(count(path), 1)
})
