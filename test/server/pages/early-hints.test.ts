// 103 Early Hints: for browsers that wait for a page to be made.
import { request } from 'node:http'
import t, { type Test } from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

/** The Link fields of the early answers, and the status of the real one. */
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

t.test('a browser hears of the stylesheet while its page is made, and not when it is there', async (t) => {
  const { site, base } = await createWorld(t)
  const [style] = site.build.styles
  t.strictSame(await ask(`${base}/news`, navigation), {
    hints: [`103 <${style}>; rel=preload; as=style`],
    status: 200,
  })
  t.strictSame(await ask(`${base}/news`, navigation), { hints: [], status: 200 })
})

t.test('others hear of nothing', async (t) => {
  const { base } = await createWorld(t)
  t.strictSame(await ask(`${base}/news`, {}), { hints: [], status: 200 })
  t.strictSame(await ask(`${base}/product`, { 'sec-fetch-mode': 'cors' }), { hints: [], status: 200 })
})

t.test('it can be turned off', async (t) => {
  const { base } = await createWorld(t, { earlyHints: false })
  t.strictSame(await ask(`${base}/news`, navigation), { hints: [], status: 200 })
})
