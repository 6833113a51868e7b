// Token, secret header fields and internal address of the content API: this server sends them to nobody else and writes them
// nowhere. What the content API repeats of them in its content is its own.
import t, { type Test } from 'tap'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'
import { startProgram } from '../server/commands/process.ts'

const secrets = {
  token: 'planted-token-7f3a9c1e55',
  key: 'planted/key+"1"-b2d8e4',
}

/** Responses to every path in both formats, and the log. */
async function searchEverywhere(t: Test, env: Record<string, string>, paths: string[]) {
  const settings = { ...env, LOG_LEVEL: 'debug', DRAIN_SECONDS: '0', SITE_URL: 'https://www.site.example' }
  const { url, lines, child, ended } = await startProgram(t, settings)
  const found = new Map<string, string>()
  // The second time from the cache.
  for (const accept of ['text/html', 'text/html', 'application/json'])
    for (const path of [...paths, '/metrics', '/readyz']) {
      const response = await fetch(url + path, { headers: { accept }, redirect: 'manual' })
      const head = JSON.stringify([...response.headers])
      const where = `${accept} ${path}`
      found.set(where, `${found.get(where) ?? ''}${response.status} ${head} ${await response.text()}`)
    }
  child.kill('SIGTERM')
  await ended
  return found.set('log', JSON.stringify(lines))
}

function formsOf(text: string): string[] {
  const base64 = Buffer.from(text).toString('base64')
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), base64]
}

t.test('a content API that repeats what it receives in errors, redirects and header fields', async (t) => {
  const elsewhere = await createTestOrigin(t, { folder: smallFolder })
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const host = new URL(origin.url).host
  origin.answer('/', async (request, response, body) => {
    const said = `${JSON.stringify(request.headers)} ${origin.url}/internal`
    response.setHeader('link', `<${origin.url}/next>; rel="next"`)
    response.setHeader('x-echo', encodeURI(said))
    response.setHeader('x-backend', origin.url)
    const { method = 'GET', url: path = '/' } = request
    if (path.includes('detail/99'))
      return void response.writeHead(500, { 'content-type': 'text/html' }).end(`<pre>${said}`)
    if (path.includes('detail/98'))
      return void response
        .writeHead(302, { location: `${elsewhere.url}/api/home/x?key=${secrets.token}` })
        .end()
    if (path.includes('detail/97'))
      return void response.writeHead(200, { 'content-type': `text/${encodeURI(said)}` }).end(said)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const sent = await origin.content.send({ method, path, headers, body })
    const text = String(sent.body).replaceAll('"title":"', '"title":"//cms ')
    response.writeHead(sent.status, { 'content-type': 'application/json' }).end(text)
  })
  const found = await searchEverywhere(
    t,
    { API_BASE: origin.url, API_TOKEN: secrets.token, API_HEADERS: `X-Api-Key: ${secrets.key}` },
    words(`
      /zh /en /en/news /en/news/1 /en/product/11 /en/product/97 /en/product/98 /en/product/99
      /en/search?keywords=meter /api/home/article/list/news?lang=en /api/home/article/detail/99?lang=en
      /api/home/other /api/home/article/detail/98?lang=en /sitemap.xml /feed.xml
    `),
  )
  const url = `//${host}`
  const hidden = [...formsOf(secrets.token), ...formsOf(secrets.key), url, encodeURIComponent(url)]
  for (const [where, text] of found)
    for (const [at, secret] of hidden.entries()) t.notOk(text.includes(secret), `${where}: secret ${at}`)
  t.match(found.get('log'), 'upstream response rejected')
  t.match(found.get('text/html /en/news'), '//cms ', 'words of the content stay as they are')
  t.strictSame(elsewhere.hits, [], 'no redirect is followed')
})
