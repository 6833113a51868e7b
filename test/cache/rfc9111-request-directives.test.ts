// RFC 9111 §5.2.1: directives in requests are advice, and this cache takes none: a visitor forces no bypass.
import t from 'tap'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

const fields: Record<string, string>[] = [
  { 'cache-control': 'no-cache' },
  { 'cache-control': 'no-store' },
  { 'cache-control': 'max-age=0' },
  { 'cache-control': 'min-fresh=86400' },
  { 'cache-control': 's-maxage=7200' },
  { pragma: 'no-cache' },
]

for (const headers of fields) {
  const [line] = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

  t.test(`§5.2.1: ${line} does not bypass a stored response`, async (t) => {
    const { origin, get } = await createStored(t, text('a', 'max-age=60'))
    t.equal((await get(other, headers)).body, 'a')
    t.equal(origin.hits(other).length, 1)
  })

  t.test(`§5.2.1: ${line} does not prevent a response from being stored`, async (t) => {
    const { origin, get } = await createWorld(t)
    origin.on(article, success({ id: 3 }))
    await get(article, headers)
    await get(article)
    t.equal(origin.hits(article).length, 1)
  })
}

t.test('§5.2.1: only-if-cached is not a reason for a 504', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, text('a', 'max-age=60'))
  t.match(await get(other, { 'cache-control': 'only-if-cached' }), { status: 200, body: 'a' })
})

t.test('§5.2.1: none of them reaches the origin', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, text('a', 'max-age=60'))
  await get(other, { 'cache-control': 'no-cache', pragma: 'no-cache' })
  const { headers } = origin.hits(other)[0]!
  t.equal(headers['cache-control'], 's-maxage=7200', 'the site’s own')
  t.notOk('pragma' in headers)
})
