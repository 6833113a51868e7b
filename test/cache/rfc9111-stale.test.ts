// RFC 9111 §4.2.4: serving stale responses.
import t from 'tap'
import { day, hour, minute } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored } from './helpers/world.ts'

t.test('§4.2.4: no stale response without a directive that allows it', async (t) => {
  const { origin, get } = await createStored(t, text('old', 'max-age=60'), minute)
  origin.on(other, { fault: 'reset' })
  await t.rejects(get(other), { name: 'OriginError' })
})

t.test('§4.2.4: s-maxage alone forbids it, for it implies proxy-revalidate', async (t) => {
  const { origin, get } = await createStored(t, text('old', 's-maxage=60'), minute)
  origin.on(other, { status: 503, headers: { 'retry-after': '60' }, body: 'down' })
  t.match(await get(other), { status: 503, body: 'down' })
})

t.test('§4.2.4: a business call may be stale for a day, and after errors for a week', async (t) => {
  const { origin, get, clock } = await createStored(t, success({ id: 3 }), 0, article)
  origin.on(article, { fault: 'reset' })
  for (const wait of [3 * hour, 20 * hour, 6 * day]) {
    clock.advance(wait)
    t.match(await get(article), { status: 200, body: '{"success":true,"data":{"id":3},"msg":""}' })
  }
  clock.advance(2 * day)
  await t.rejects(get(article), { name: 'OriginError' })
})
