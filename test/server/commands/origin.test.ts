// The command `origin`: the content API of a folder as an HTTP server of its own, without drafts, for it asks for no password.
import { type IncomingMessage, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import t from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { isUp, until } from '../../helpers/until.ts'
import { startProgram } from './process.ts'

const long = Buffer.alloc(20_000_000, 'x')
const files = {
  ...siteFiles,
  'service/a.zh.md': page('id: 1\ntitle: 一'),
  'service/b.zh.md': page('id: 2\ntitle: 二\ndraft: true'),
  'media/long.bin': long,
}
/** In the environment of a site that has a content API. */
const env = { API_BASE: 'http://127.0.0.1:9', API_TOKEN: 'token', SHOW_DRAFTS: 'on' }
const path = '/api/home/article/detail/1?lang=zh'
const { url, child, ended } = await startProgram(
  t,
  { CONTENT_DIR: createFolder(t, files), ...env },
  { args: ['origin'] },
)

async function open(path: string, headers = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers })
      .once('response', resolve)
      .once('error', reject)
      .end()
  })
}

async function ask(path: string, headers = {}) {
  const response = await open(path, headers)
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

t.test('a call has the envelope, Date, the lifetime of the contract, and a validator', async (t) => {
  const { status, headers, body } = await ask(path)
  t.equal(status, 200)
  t.match(JSON.parse(body), { success: true, data: { id: 1, title: '一' }, msg: '' })
  t.match(headers, { date: String, 'cache-control': /^public, max-age=0, s-maxage=7200, / })
  t.equal((await ask(path, { 'if-none-match': String(headers.etag) })).status, 304)
  t.equal((await ask(path.replace('1', '2'))).status, 404, 'a draft')
})

t.test('after SIGTERM it finishes what it began, and ends with 0', async (t) => {
  const running = await open('/media/long.bin')
  child.kill('SIGTERM')
  await until(async () => !(await isUp(url + path)))
  t.equal((await buffer(running)).length, long.length)
  t.equal(await ended, 0)
})
