// Visitors who read media of an upstream slowly: pages, pictures and calls of others do not wait for them.
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import t, { type Test } from 'tap'
import { ask } from '../../helpers/ask.ts'
import type { Answer } from '../../helpers/origin.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const office = '203.0.113.7'
const elsewhere = '203.0.113.200'
const file = Buffer.alloc(16_000_000)
/** Then it stops: the buffers of the system would take up megabytes that nobody reads. */
const unfinished: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 1_000_000))
}

async function createBusySite(t: Test, path: string, answer: Answer) {
  const config = { trustProxy: ['127.0.0.1'], upstreamResponseLimit: 2 * file.length }
  const site = await createSmallSite(t, { config })
  const base = await site.listen()
  site.origin.answer(path, answer)
  const opened: ClientRequest[] = []
  t.teardown(() => opened.map((request) => request.destroy()))
  const reading: IncomingMessage[] = []
  /** Reads the head and nothing more. */
  const readSlowly = (address: string) => {
    const headers = { 'user-agent': personAgent, 'x-forwarded-for': address }
    const request = get(base + path, { agent: false, headers })
    request
      .on('error', () => {})
      .on('response', (response: IncomingMessage) => reading.push(response.pause()))
    opened.push(request)
  }
  const hits = () => site.origin.hits.filter((hit) => hit.includes(path)).length
  const from = async (address: string, url: string) =>
    (await ask(base, url, { headers: { 'x-forwarded-for': address } })).status
  return { ...site, reading, readSlowly, hits, from }
}

t.test('slow downloads of one address have a limit, which is no limit of its pages and calls', async (t) => {
  const { reading, readSlowly, hits, from } = await createBusySite(t, '/media/files/long', unfinished)
  for (let count = 0; count < 70; count++) readSlowly(office)
  await until(() => hits() === 64)
  for (let count = 0; count < 40; count++) readSlowly(`198.51.100.${count % 8}`)
  await until(() => hits() === 104, { limitMs: 120_000, what: 'all downloads of others begin' })
  t.equal(await from(office, '/news?tag=cold'), 200, 'a page that is rendered now')
  t.equal(await from(office, '/api/home/article/list/product?lang=zh'), 200)
  t.equal(await from(elsewhere, '/media/files/sheet.txt'), 200)
  t.equal(hits(), 104)
  await until(() => reading.length === 104)
  reading[0]?.destroy()
  await until(() => hits() === 105, { what: 'the next one begins' })
})
