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

async function createBusySite(t: Test, path: string, answer: Answer, options: { connections?: number } = {}) {
  const config = { trustProxy: ['127.0.0.1'], upstreamResponseLimit: 2 * file.length }
  const site = await createSmallSite(t, { config, ...options })
  const base = await site.listen()
  site.origin.answer(path, answer)
  const opened: ClientRequest[] = []
  t.teardown(() => opened.map((request) => request.destroy()))
  const reading: IncomingMessage[] = []
  /** Reads the head and nothing more. */
  const readSlowly = (address: string, query = '') => {
    const headers = { 'user-agent': personAgent, 'x-forwarded-for': address }
    const request = get(`${base}${path}${query}`, { agent: false, headers })
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

t.test('104 slow downloads, 40 of them of one address, stop nothing', async (t) => {
  const { readSlowly, hits, from } = await createBusySite(t, '/media/files/long', unfinished)
  for (let count = 0; count < 64; count++) readSlowly(`198.51.100.${count % 8}`)
  for (let count = 0; count < 40; count++) readSlowly(office)
  await until(() => hits() === 104, { limitMs: 120_000, what: 'all downloads begin' })
  for (const [at, address] of [office, elsewhere].entries()) {
    t.equal(await from(address, '/media/images/pump-1200x675.svg'), 200, 'a picture')
    t.equal(await from(address, '/media/files/sheet.txt'), 200, 'a file')
    t.equal(await from(address, `/news?tag=cold${at}`), 200, 'a page that is rendered now')
    t.equal(await from(address, `/api/home/article/list/product?lang=zh&page=${at + 1}`), 200, 'a call')
  }
})

t.test('the downloads of one address have a limit, which is no limit of its pages and calls', async (t) => {
  const { reading, readSlowly, hits, from } = await createBusySite(t, '/media/files/long', unfinished)
  for (let count = 0; count < 70; count++) readSlowly(office)
  await until(() => hits() === 64)
  t.equal(await from(office, '/news'), 200)
  t.equal(await from(office, '/api/home/article/list/product?lang=zh'), 200)
  t.equal(await from(elsewhere, '/media/files/sheet.txt'), 200)
  t.equal(hits(), 64)
  await until(() => reading.length === 64)
  reading[0]?.destroy()
  await until(() => hits() === 65, { what: 'the next one begins' })
})
