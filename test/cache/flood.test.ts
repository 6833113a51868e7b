// A flood of unique URLs: it displaces no response that visitors use, and everything stays within its bound.
import t from 'tap'
import { type Answer, article, text } from './helpers/answers.ts'
import { createWorld, times } from './helpers/world.ts'

const cacheMemoryBytes = 1_048_576
const body = 'x'.repeat(20_000)

t.test('200 unique queries displace no response that was requested again', async (t) => {
  const { onCall, on, get, count, metric } = await createWorld(t, { config: { cacheMemoryBytes } })
  const used = times(25, () => onCall(article('x'.repeat(2500))))
  for (const path of used) for (const _visit of [1, 2]) await get(path)
  const kinds: Answer[] = [
    text(body, 'max-age=60'),
    text(body, 'no-store'),
    { status: 500, headers: { 'retry-after': '60' }, body },
  ]
  const flood = kinds.map((answer) => on(answer))
  let most = 0
  for (let query = 0; query < 200; query++) {
    await get(`${flood[query % 4] ?? flood[0]}?x=${query}`)
    if (query % 20 === 0) most = Math.max(most, await metric('site_cache_bytes'))
  }
  t.ok(most > 0.1 * cacheMemoryBytes && most <= cacheMemoryBytes, `${most} bytes`)
  for (const path of used) await get(path)
  t.strictSame([...new Set(used.map(count))], [1])
})
