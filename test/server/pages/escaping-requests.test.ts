// Hostile requests: input that is shown on a page is escaped.
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { elementsOf, structureOf } from '../../helpers/elements.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'</title></script>'
const encoded = encodeURIComponent(hostile)

t.test('hostile input of a visitor is escaped', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const structure = async (path: string, headers: Record<string, string> = {}) =>
    structureOf((await ask(base, path, { headers })).body)

  await t.test('a query', async (t) => {
    for (const path of ['/news?keywords=', '/contact?topic=', '/news?page=', '/?', '/news/1?', '/news?x=']) {
      const harmless = await structure(`${path}zzzz`)
      t.strictSame(await structure(path + encoded), harmless, path)
      t.strictSame(await structure(path + hostile.replaceAll(' ', '+')), harmless, `${path} unescaped`)
    }
  })

  await t.test('a reference', async (t) => {
    const harmless = await structure('/zh/contact?sent=%20')
    t.strictSame(await structure(`/zh/contact?sent=${encoded}`), harmless)
  })

  await t.test('a path', async (t) => {
    const harmless = await structure('/zzzz')
    for (const path of [
      `/${encoded}`,
      `/${hostile.replaceAll(' ', '+')}`,
      `/fr/${hostile.replaceAll(' ', '+')}`,
    ]) {
      const { status, headers, body } = await ask(base, path)
      t.equal(status, 404)
      t.match(headers['content-type'], /^text\/html/)
      t.strictSame(structureOf(body), harmless, path)
    }
  })

  await t.test('a form', async (t) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = async (text: string) =>
      (
        await ask(base, '/contact', {
          method: 'POST',
          headers,
          body: new URLSearchParams({ message: text, topic: text, company: text }).toString(),
        })
      ).body
    t.strictSame(structureOf(await send(hostile)), structureOf(await send('zzzz')))
  })

  await t.test('headers', async (t) => {
    const harmless = await structure('/fr')
    for (const name of ['user-agent', 'referer', 'cookie', 'accept-language', 'x-forwarded-host']) {
      const { body } = await ask(base, '/fr', {
        headers: { [name]: name === 'cookie' ? `i18n_redirected=${hostile}` : hostile },
      })
      t.strictSame(structureOf(body), harmless, name)
      t.notOk(
        elementsOf(body).some(({ attributes }) =>
          Object.values(attributes).some((value) => value.includes('alert')),
        ),
      )
    }
  })

  await t.test('a path in a text or JSON error response is not HTML', async (t) => {
    for (const headers of [{ 'user-agent': 'Googlebot/2.1' }, { accept: 'application/json' }]) {
      const answer = await ask(base, `/${hostile.replaceAll(' ', '+')}`, { headers })
      t.match(answer.headers['content-type'], /^(?:text\/plain|application\/json); charset=utf-8$/)
      t.equal(answer.headers['x-content-type-options'], 'nosniff')
    }
  })
})
