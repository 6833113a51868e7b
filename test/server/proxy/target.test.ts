// Path validation: paths that another program could interpret differently are rejected.
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const tricks = String.raw`
  . .. ./x ../x a/../x a/.. a/. %2e %2e%2e/x %2E%2e/x .%2e/x a/%2e%2e a/%2e/b ..;/x ..;a=b/x .;/x
  %2e%2e;/x ..%3b/x ..%3Ba/x a%2fb a%2Fb ..%2fx %2f a%5cb a%5C.. a\b ..\x \\evil.example a%00 %00
  a%0d%0aHost:x a%0A a%7f a%1F /x a//b a/ a/b/ / //evil.example % %zz a%E0%A4%A %C0%AE%C0%AE/x %252e%252e
  %252E%252e/x .%252e/x a%252fb %255c a%2500 a%2525b %25252e/x x?a=% x?a=%zz x?a=%00 x?%00=a x?a=%C0%AE
  x?a=%E0%80%AF x?a=%ED%A0%80 x?a=%FF
`
  .trim()
  .split(/\s+/)
  .concat('')
const plain = `
  a a/:name a;b a..b ... ..a a%20b %E6%B0%B4 100%25 a%3Fb a%23b
  x?a=../..&b=%2f x?a=%E6%B0%B4&b=+ x?//evil.example x?..;/
`
  .trim()
  .split(/\s+/)

t.test('a plain path goes on as it is written', async (t) => {
  const { get, origin } = await createSmallSite(t)
  for (const path of plain) await get(`/api/home/${path}`, {}, { method: 'DELETE' })
  t.strictSame(
    origin.hits,
    plain.map((path) => `DELETE /api/home/${path}`),
  )
})

// CVE-2026-44373: a proxy checked its scope before decoding; its fix decoded once where the upstream decodes twice.
t.test('the upstream never sees a trick', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  for (const trick of tricks) {
    const { status, headers } = await ask(base, `/api/home/${trick}`, {
      headers: { accept: 'application/json' },
    })
    t.ok(status === 400 || status === 404, `${trick}: ${status}`)
    t.match(headers['content-type'], /^application\/json/, trick)
  }
  for (const trick of tricks.filter((trick) => !/%(?![0-9a-f]{2})|%E0|%C0/i.test(trick))) {
    const { status } = await ask(base, `/media/${trick}`)
    t.equal(status, 404, trick)
  }
  for (const path of words(`
    /%61pi/home/about/1 /API/home/about/1 /api/homework/x /api/../api/home/about/1 /api/home/../../livez
    //api/home/about/1
  `)) {
    const { status } = await ask(base, path)
    t.ok(status === 400 || status === 404, `${path}: ${status}`)
  }
  const pageCalls = /^POST \/api\/home\/(?:config\/base|route\/tree)$/
  const seen = site.origin.hits.filter((hit) => !pageCalls.test(hit))
  t.strictSame(seen, [])
})
