// RFC 9111 §3.5: responses to requests with credentials.
import t from 'tap'
import { isStorable } from '../../server/cache/semantics/storable.ts'
import { other, text } from './helpers/responses.ts'
import { createWorld } from './helpers/world.ts'

function mayBeStored(cacheControl: string): boolean {
  return isStorable({ status: 200, fields: { 'cache-control': cacheControl } }, 0, true)
}

t.test('§3.5: a response to a request with Authorization is not stored', async (t) => {
  t.notOk(mayBeStored('max-age=60'))
})

t.test('§3.5: public, s-maxage and must-revalidate each allow it', async (t) => {
  for (const directive of ['public', 's-maxage=60', 'must-revalidate'])
    t.ok(mayBeStored(`max-age=60, ${directive}`), directive)
})

t.test('§3.5: no other directive allows it', async (t) => {
  for (const directive of ['proxy-revalidate', 'stale-if-error=60', 'no-transform', 'immutable'])
    t.notOk(mayBeStored(`max-age=60, ${directive}`), directive)
})

t.test('§3.5: the engine forwards no credentials, so that stored responses are for all', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, text('for all', 'max-age=60'))
  await get(other, { authorization: 'Bearer a', cookie: 'session=a' })
  const [received] = origin.hits(other)
  t.notOk('authorization' in received!.headers)
  t.notOk('cookie' in received!.headers)
  t.equal((await get(other)).body, 'for all')
  t.equal(origin.hits(other).length, 1)
})
