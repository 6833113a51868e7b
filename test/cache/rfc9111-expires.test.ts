// RFC 9111 §5.3: Expires.
import t from 'tap'
import { freshnessOf } from '../../server/cache/semantics/freshness.ts'
import { minute, second } from './helpers/clock.ts'
import { other } from './helpers/responses.ts'
import { isReused } from './helpers/reuse.ts'

const arrived = Date.UTC(2026, 5, 15, 12)

t.test('§5.3: the response is stale from that time on', async (t) => {
  const answer = { headers: { expires: 'Mon, 15 Jun 2026 12:01:00 GMT' }, body: other }
  t.ok(await isReused(t, answer, minute - second))
  t.notOk(await isReused(t, answer, minute))
})

t.test('§5.3: an invalid date, "0" above all, is in the past', async (t) => {
  const wrong = [
    '0',
    '-1',
    '',
    'never',
    '1781524800',
    'Mon, 15 Jun 2026 13:00:00 CET',
    'Mon, 15 Jun 2026 13:00:00 +0000',
    'Mon, 15 Jun 2026 13:00 GMT',
    'Mon, 15 Jun 26 13:00:00 GMT',
    '15 Jun 2026 13:00:00 GMT',
    'Mon, 31 Jun 2026 13:00:00 GMT',
    'Mon, 15 Jun 2026 24:00:00 GMT',
    '2026-06-15T13:00:00Z',
  ]
  for (const expires of wrong) {
    const { explicit, lifetime } = freshnessOf({ expires }, arrived)
    t.strictSame([explicit, lifetime], [true, 0], expires)
  }
})

t.test('§5.3: a time before Date gives no negative lifetime', async (t) => {
  t.equal(freshnessOf({ expires: 'Mon, 15 Jun 2026 11:00:00 GMT' }, arrived).lifetime, 0)
})

t.test('§5.3: max-age and s-maxage make it count for nothing, valid or not', async (t) => {
  for (const expires of ['0', 'Mon, 15 Jun 2026 13:00:00 GMT'])
    for (const name of ['max-age', 's-maxage'])
      t.equal(freshnessOf({ expires, 'cache-control': `${name}=5` }, arrived).lifetime, 5000)
})

t.test('§5.4: Pragma in a response is ignored', async (t) => {
  t.ok(await isReused(t, { headers: { pragma: 'no-cache', 'cache-control': 'max-age=60' }, body: 'a' }))
})
