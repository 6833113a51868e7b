// RFC 9111 §4.2.4: serving stale responses.
import t from 'tap'
import { day, hour, minute } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createWorld } from './helpers/world.ts'

const noStale = ['must-revalidate', 'proxy-revalidate', 'no-cache']

t.test('§4.2.4: no stale response without a directive that allows it', async (t) => {
  const { origin, get, clock } = await createWorld(t)
  origin.on(other, text('old', 'max-age=60'))
  await get(other)
  clock.advance(minute)
  origin.on(other, { fault: 'reset' })
  await t.rejects(get(other), { name: 'OriginError' })
})

for (const directive of noStale) {
  t.test(`§4.2.4: none against ${directive}, though stale-if-error stands beside it`, async (t) => {
    const { origin, get, clock } = await createWorld(t)
    const windows = 'stale-while-revalidate=600, stale-if-error=600'
    origin.on(other, text('old', `max-age=60, ${windows}, ${directive}`, { etag: '"a"' }))
    await get(other)
    clock.advance(minute)
    origin.on(other, { fault: 'reset' })
    await t.rejects(get(other), { name: 'OriginError' })
  })
}

t.test('§4.2.4: s-maxage alone forbids it, for it implies proxy-revalidate', async (t) => {
  const { origin, get, clock } = await createWorld(t)
  origin.on(other, text('old', 's-maxage=60'))
  await get(other)
  clock.advance(minute)
  origin.on(other, { status: 503, headers: { 'retry-after': '60' }, body: 'down' })
  t.match(await get(other), { status: 503, body: 'down' })
})

t.test(
  '§4.2.4: a business call without caching fields may be stale for a day, and after errors a week',
  async (t) => {
    const { origin, get, clock } = await createWorld(t)
    origin.on(article, success({ id: 3 }))
    await get(article)
    origin.on(article, { fault: 'reset' })
    for (const wait of [3 * hour, 20 * hour, 6 * day]) {
      clock.advance(wait)
      t.match(await get(article), { status: 200, body: '{"success":true,"data":{"id":3},"msg":""}' })
    }
    clock.advance(2 * day)
    await t.rejects(get(article), { name: 'OriginError' })
  },
)
