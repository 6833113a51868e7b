// Development proxy: one fixed port in front of the site's process, server-sent events for open pages, and an error page
// while there is no process.
import { readFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { extname, join } from 'node:path'
import { escapeXml } from '../../shared/escape-html.ts'

const eventsPath = '/_dev/events'
const asset = /^(\/assets\/[\w.-]+)(?:\?|$)/
const types = { '.js': 'text/javascript', '.css': 'text/css' }

/**
 * `target` is the folder of the build; `port` resolves with the site's port, or undefined where no process runs; `problem`: an
 * error text, '' for no error.
 */
export function createDevelopmentProxy({ target, port, problem }) {
  const streams = new Set()
  const write = (response, type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)

  function openStream(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write('retry: 300\n\n')
    if (problem()) write(response, 'problem', problem())
    streams.add(response)
    response.once('close', () => streams.delete(response))
  }

  async function respond(request, response) {
    if (request.url === eventsPath) return openStream(response)
    const [, file] = asset.exec(request.url) ?? []
    const body = file && (await readFile(join(target, file)).catch(() => undefined))
    if (body) return sendAsset(response, file, body)
    const sitePort = await port()
    if (sitePort === undefined) sendProblem(response, problem())
    else forward(request, response, sitePort, problem)
  }

  return {
    server: createServer((request, response) => {
      respond(request, response).catch((error) => sendProblem(response, error.message))
    }),
    /** To all open pages. */
    send(type, data = '') {
      for (const response of streams) write(response, type, data)
    },
  }
}

function forward(request, response, port, problem) {
  const { method, url: path } = request
  const headers = { ...request.headers, connection: 'close' }
  const target = { host: '127.0.0.1', port, method, path, headers, agent: false }
  const upstream = httpRequest(target, (incoming) => {
    // Hop-by-hop fields (RFC 9110 §7.6.1).
    const { connection, 'keep-alive': keepAlive, ...fields } = incoming.headers
    incoming.pipe(response.writeHead(incoming.statusCode, fields))
  })
  upstream.once('error', (error) => {
    if (response.headersSent) response.destroy()
    else sendProblem(response, problem() || `The server did not respond: ${error.message}`)
  })
  response.once('close', () => upstream.destroy())
  request.pipe(upstream)
}

/** Without the site, so that the live reload of a page arrives when its process has ended; names stay when contents change. */
function sendAsset(response, file, body) {
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
}

/** The page reloads when a process is running again. */
function sendProblem(response, text) {
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Development server</title>
<pre role="alert" id="build-error" style="white-space: pre-wrap">${escapeXml(text)}</pre>
<script>
  const source = new EventSource('${eventsPath}')
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('problem', ({ data }) => {
    document.getElementById('build-error').textContent = JSON.parse(data)
  })
</script></html>`)
}
