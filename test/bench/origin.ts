// A cheap origin: responses of the embedded content API, each computed once and then replayed.
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedOrigin } from '../../server/content/embedded-origin.ts'
import { createLocalReader } from '../helpers/content-reader.ts'

/** `ORIGIN_CACHING`: Cache-Control of every response. `ORIGIN_SLOW`: beginning of the paths that take `ORIGIN_SLOW_MS`. */
const { ORIGIN_CACHING: caching, ORIGIN_SLOW: slow = '', ORIGIN_SLOW_MS: slowMs = '0' } = process.env
const silent = { info() {}, warn() {}, error() {} }
const content = await createEmbeddedOrigin({
  folder: join(import.meta.dirname, '../../server/content/sample'),
  dataFile: ':memory:',
  reader: createLocalReader(),
  log: silent,
})
const answers = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>()

async function answer({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const key = `${method} ${url} ${headers['accept-language']} ${body}`
  const known = answers.get(key)
  if (known) return known
  const sent = await content.send({
    method,
    path: url,
    headers: { 'accept-language': headers['accept-language'] ?? 'zh', 'content-type': 'application/json' },
    ...(body.length > 0 && { body }),
  })
  const whole = Buffer.isBuffer(sent.body) ? sent.body : await buffer(sent.body)
  const fields = { 'content-type': 'application/json', ...(caching && { 'cache-control': caching }) }
  const made = {
    status: sent.status,
    headers: { ...fields, 'content-length': String(whole.length) },
    body: whole,
  }
  answers.set(key, made)
  return made
}

createServer(async (request, response) => {
  const made = await answer(request, await buffer(request))
  if (slow && request.url?.startsWith(slow)) await sleep(Number(slowMs))
  response.writeHead(made.status, made.headers).end(made.body)
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
