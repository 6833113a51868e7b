// No call takes all connections to the upstream from the others; what waits has a bounded queue.
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const path = '/api/home/article/detail/9'

/** A site with `count` calls that hang, of which the upstream has `held`. */
async function createBusySite(t: Test, options = {}, count = 80, held = 32) {
  const site = await createSmallSite(t, options)
  site.origin.answer(path, () => {})
  for (let id = 0; id < count; id++) site.get(`${path}${id}?lang=zh`).catch(() => {})
  const hanging = () => site.origin.hits.filter((hit) => hit.includes(path)).length
  while (hanging() < held) await nextTurn()
  return { ...site, hanging }
}

t.test('80 hanging requests of one call do not delay a page of others', async (t) => {
  const { get, hanging } = await createBusySite(t)
  for (const url of ['/product', '/en/about']) t.equal((await get(url)).statusCode, 200, url)
  t.equal(hanging(), 32, 'half of the connections')
})

t.test('beyond the queue a request is 503, which is not stored', async (t) => {
  const { get, hanging } = await createBusySite(t, { connections: 4, maxWaiting: 1 }, 2, 2)
  // It waits.
  get(`${path}7?lang=zh`).catch(() => {})
  const url = '/api/home/article/detail/1?lang=zh'
  const refused = await get(url)
  t.match(refused, { statusCode: 503, headers: { 'cache-control': 'no-store' } })
  t.equal(refused.json().success, false)
  t.equal((await get('/api/home/about/1?lang=zh')).statusCode, 200, 'another call has room')
  t.equal(hanging(), 2)
})
