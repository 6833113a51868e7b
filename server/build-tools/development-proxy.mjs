// Development proxy: one fixed port in front of the site's process, server-sent events for open pages, and an error page
// while there is no process.
import { createServer, request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'

const eventsPath = '/_dev/events'
/** In development their names stay the same when their contents change. */
const assets = '/assets/'
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** `port` resolves with the site's port, or undefined where no process runs; `problem`: an error text, '' for no error. */
export function createDevelopmentProxy({ port, problem }) {
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
    const found = await port()
    if (found === undefined) sendProblem(request, response, problem())
    else forward(request, response, found)
  }

  function forward(request, response, port) {
    const { method, url: path } = request
    const headers = { ...request.headers, connection: 'close' }
    const fail = (error) => {
      if (response.headersSent) response.destroy()
      else sendProblem(request, response, problem() || `The server did not respond: ${error.message}`)
    }
    const upstream = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (incoming) => {
        const begin = () => response.writeHead(incoming.statusCode, fieldsOf(path, incoming))
        // Whole or not at all: half a script would be a page without live reload.
        if (isScript(path)) buffer(incoming).then((body) => begin().end(body), fail)
        else incoming.pipe(begin())
      },
    )
    upstream.once('error', fail)
    response.once('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  return {
    server: createServer((request, response) => {
      respond(request, response).catch((error) => sendProblem(request, response, error.message))
    }),
    /** To all open pages. */
    send(type, data = '') {
      for (const response of streams) write(response, type, data)
    },
  }
}

/** Without the hop-by-hop fields (RFC 9110 §7.6.1). */
function fieldsOf(path, { headers }) {
  const { connection, 'keep-alive': keepAlive, ...fields } = headers
  return path.startsWith(assets) ? { ...fields, 'cache-control': 'no-cache' } : fields
}

function isScript(path) {
  return path.startsWith(assets) && path.endsWith('.js')
}

/**
 * The page reloads when a process is running again. A script is that of a page whose process has ended since: the page
 * reloads and shows the problem, because nothing else of it listens for events.
 */
function sendProblem({ url }, response, text) {
  if (isScript(url)) {
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
    response.end('location.reload()')
    return
  }
  const shown = text.replace(/[&<>]/g, (character) => escapes[character])
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Development server</title>
<pre role="alert" id="build-error" style="white-space: pre-wrap">${shown}</pre>
<script>
  const source = new EventSource('${eventsPath}')
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('problem', ({ data }) => {
    document.getElementById('build-error').textContent = JSON.parse(data)
  })
</script></html>`)
}
