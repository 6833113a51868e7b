// The command `origin`: the content API of a folder as an HTTP server of its own.
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { until } from '../../helpers/until.ts'
import { runProgram, startProgram } from './process.ts'

const long = Buffer.alloc(20_000_000, 'x')
const files = {
  ...siteFiles,
  'service/a.zh.md': page('id: 1\ntitle: 一'),
  'media/a.txt': 'hello',
  'media/long.bin': long,
}
/** In the environment of a site that has a content API. */
const start = (t: Test) => {
  const env = { CONTENT_DIR: createFolder(t, files), API_BASE: 'http://127.0.0.1:9', API_TOKEN: 'token' }
  return startProgram(t, env, { args: ['origin'] })
}
const { url, lines } = await start(t)

type Ask = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent }

async function open(address: string, { body, ...options }: Ask = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(address, options).once('response', resolve).once('error', reject).end(body)
  })
}

async function ask(path: string, options: Ask = {}) {
  const response = await open(url + path, options)
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

t.test('a call has the envelope, Date, the lifetime of the contract, and a validator', async (t) => {
  const path = '/api/home/article/detail/1?lang=zh'
  const { status, headers, body } = await ask(path)
  t.equal(status, 200)
  t.match(JSON.parse(body), { success: true, data: { id: 1, title: '一' }, msg: '' })
  t.match(headers, { date: String, 'cache-control': /^public, max-age=0, s-maxage=7200, / })
  t.equal((await ask(path, { headers: { 'if-none-match': String(headers.etag) } })).status, 304)
})

t.test('HEAD, ranges and missing media', async (t) => {
  t.match(await ask('/media/a.txt', { method: 'HEAD' }), {
    status: 200,
    headers: { 'content-length': '5' },
    body: '',
  })
  const part = await ask('/media/a.txt', { headers: { range: 'bytes=1-2' } })
  t.match(part, { status: 206, headers: { 'content-range': 'bytes 1-2/5' }, body: 'el' })
  t.equal((await ask('/media/a.txt', { headers: { range: 'bytes=9-' } })).status, 416)
  t.equal((await ask('/media/../site.yaml')).status, 404)
})

t.test('forms are accepted; a too large one is a 413 on a connection that stays open', async (t) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const ports = new Set()
  const form = async (more = '') => {
    const body = JSON.stringify({ name: 'a', message: 'b', email: 'c@d.example', more })
    const response = await open(`${url}/api/home/form/:name`, { method: 'POST', body, agent })
    ports.add(response.socket.localPort)
    response.resume()
    return response.statusCode
  }
  t.strictSame([await form(), await form('x'.repeat(3_000_000)), await form()], [200, 413, 200])
  t.equal(ports.size, 1)
})

t.test('an unusual request target gets a response', async (t) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end('GET http://other.example/api/home/about/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.match(await text(socket), /^HTTP\/1\.1 404 /)
})

t.test('a client that leaves in the middle is not logged', async (t) => {
  const leaving = await open(`${url}/media/long.bin`)
  leaving.once('error', () => {})
  leaving.destroy()
  t.equal((await ask('/media/a.txt')).status, 200)
  t.strictSame(
    lines.filter(({ level }) => level >= 40),
    [],
  )
})

t.test('a port in use is an error', async (t) => {
  const env = { CONTENT_DIR: createFolder(t, files), DATA_DIR: t.testdir(), HOST: '127.0.0.1' }
  const { code, out, err } = await runProgram(['origin'], { ...env, PORT: new URL(url).port })
  t.not(code, 0)
  t.match(out + err, 'EADDRINUSE')
})

t.test('after SIGTERM it finishes what it began, and ends with 0', async (t) => {
  const { url, child, ended } = await start(t)
  const running = await open(`${url}/media/long.bin`)
  child.kill('SIGTERM')
  const isClosed = () =>
    fetch(url).then(
      () => false,
      () => true,
    )
  await until(isClosed)
  t.equal((await buffer(running)).length, long.length)
  t.equal(await ended, 0)
})
