// Origin of the bench: responses of the content API at CONTENT_URL, as its own process. Articles and lists exist for every id and
// page, each with its own bytes; paths that start with ORIGIN_CHANGING have other bytes in every response, and `no-store`.
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { CONTENT_URL: content = '', ORIGIN_CHANGING: changing = '' } = process.env
const first = 1001
const articles = 20
/** Occurs in no content. */
const mark = '@@'
const templates = new Map<string, { status: number; body: string }>()

/** The path of existing content for a path with any id or page, and that id or page. */
function sampleOf(url: string): { path: string; number: number } {
  const [, id = '', page = ''] =
    /^\/api\/home\/article\/(?:detail\/(\d+)|list\/\w+.*[?&]page=(\d+))/.exec(url) ?? []
  if (id && Number(id) > first + articles)
    return { path: url.replace(id, String(first + (Number(id) % articles))), number: Number(id) }
  if (Number(page) > 2) return { path: url.replace(`page=${page}`, 'page=2'), number: Number(page) }
  return { path: url, number: 0 }
}

/** The response to a path as a template: `mark` in every title, as the id of the item, and as the page of a list. */
async function templateOf(method: string, path: string, language: string, body: Buffer) {
  const key = `${method} ${path} ${language} ${body}`
  const known = templates.get(key)
  if (known) return known
  const headers = { 'accept-language': language, 'content-type': 'application/json' }
  const sent = await fetch(content + path, {
    method,
    headers,
    ...(body.length > 0 && { body: String(body) }),
  })
  const { data, ...envelope } = (await sent.json()) as { data?: { list?: unknown } }
  const isList = Array.isArray(data?.list)
  const text = JSON.stringify({ ...envelope, msg: mark, data: isList ? { ...data, total: 1_000_000 } : data })
    .replaceAll(/"(title|zh|en)":"/g, `"$1":"${mark} `)
    .replaceAll('<p>', `<p>${mark} `)
  const made = { status: sent.status, body: text }
  templates.set(key, made)
  return made
}

let responses = 0

async function respond({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const { path, number } = sampleOf(url)
  const template = await templateOf(method, path, headers['accept-language'] ?? 'zh', body)
  const isChanging = changing !== '' && url.startsWith(changing)
  const text = template.body.replaceAll(mark, String(isChanging ? ++responses : number))
  const field = url.includes('/list/') ? 'page' : 'id'
  const placed = number > 0 ? text.replace(new RegExp(`"${field}":\\d+`), `"${field}":${number}`) : text
  return { status: template.status, isChanging, body: Buffer.from(placed) }
}

createServer(async (request, response) => {
  const { status, isChanging, body } = await respond(request, await buffer(request))
  const fields = { 'content-type': 'application/json', 'content-length': String(body.length) }
  response.writeHead(status, { ...fields, ...(isChanging && { 'cache-control': 'no-store' }) }).end(body)
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
