// 103 Early Hints: for browsers that wait for a cold page.
import { request } from 'node:http'
import t, { type Test } from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

/** The Link fields of the 103 responses, and the final status. */
function ask(url: string, headers: Record<string, string>): Promise<{ hints: string[]; status: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ hints: string[]; status: number }>()
  const hints: string[] = []
  request(url, { headers })
    .on('information', ({ statusCode, headers }) => void hints.push(`${statusCode} ${headers['link']}`))
    .on('response', (response) => {
      response.resume()
      resolve({ hints, status: response.statusCode ?? 0 })
    })
    .on('error', reject)
    .end()
  return promise
}

const navigation = { 'sec-fetch-mode': 'navigate' }

async function createWorld(t: Test, config = {}) {
  const site = await createSmallSite(t, { config })
  return { site, base: await site.listen() }
}

t.test('a browser gets 103 with the stylesheet for a cold page, and not for a stored one', async (t) => {
  const { site, base } = await createWorld(t)
  const [style] = site.build.styles
  t.strictSame(await ask(`${base}/news`, navigation), {
    hints: [`103 <${style}>; rel=preload; as=style`],
    status: 200,
  })
  t.strictSame(await ask(`${base}/news`, navigation), { hints: [], status: 200 })
})

t.test('other clients get no 103', async (t) => {
  const { base } = await createWorld(t)
  t.strictSame(await ask(`${base}/news`, {}), { hints: [], status: 200 })
  t.strictSame(await ask(`${base}/product`, { 'sec-fetch-mode': 'cors' }), { hints: [], status: 200 })
})

t.test('early hints can be turned off', async (t) => {
  const { base } = await createWorld(t, { earlyHints: false })
  t.strictSame(await ask(`${base}/news`, navigation), { hints: [], status: 200 })
})
