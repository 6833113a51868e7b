// Development server: one fixed port in front of the site's process; it builds after each save, restarts the site where needed,
// and sends events to open pages.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { escapeXml } from '../../shared/escape-html.ts'
import { watchFolder } from '../content/markdown/watch-folder.ts'
import { bundle } from './bundles.ts'
import { createManifest, digestOf } from './manifest.ts'
import { writeFiles } from './output.ts'
import { readRedirects } from './redirects.ts'

const dist = 'dist/development'
const folders = ['server', 'client', 'shared']
const eventsPath = '/_dev/events'
const asset = /^(\/assets\/[\w.-]+)(?:\?|$)/
/** Debounce: a save causes several events, a checkout many. */
const quietMs = 30
/** After this time a process that does not end is killed. */
const stopLimitMs = 2000
const shownChars = 6000
/** `--inspect`, or `--inspect=PORT`: a debugger can attach to the server. */
const nodeArgs = ['--enable-source-maps', ...process.argv.filter((arg) => arg.startsWith('--inspect'))]

/** `describe` turns an error of the build into text. Runs until a signal. */
export async function develop(root: string, describe: (error: unknown) => Promise<string>): Promise<void> {
  const streams = new Set<ServerResponse>()
  const problems = { build: '', site: '', content: '' }
  let site: ChildProcess | undefined
  let port: number | undefined
  const rebuild = await createRebuild(root)
  /** A request waits for the update that runs. */
  let running = Promise.resolve()

  function send(type: 'reload' | 'style' | 'problem', data = '') {
    for (const stream of streams) stream.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const problemText = () => Object.values(problems).filter(Boolean).join('\n\n')
  function setProblem(part: keyof typeof problems, text: string) {
    if (problems[part] === text) return
    problems[part] = text
    send('problem', problemText())
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { url = '/' } = request
    if (url === eventsPath) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 300\n\n')
      streams.add(response)
      response.once('close', () => streams.delete(response))
      if (problemText()) send('problem', problemText())
      return
    }
    // Not from the site: a page whose server has ended gets its live reload, and a style changes without a restart.
    const [, file = ''] = asset.exec(url) ?? []
    const body = file && (await readFile(join(root, dist, file)).catch(() => undefined))
    if (body) {
      const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
      return
    }
    await running
    if (port === undefined) sendProblem(response, problemText())
    else forward(request, response, port)
  }

  const { HOST: host = '127.0.0.1', PORT: wanted = '3000' } = process.env
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => sendProblem(response, String(error)))
  })
  server.once('error', ({ message }) => {
    console.error(`The development server cannot listen on HOST=${host} PORT=${wanted}: ${message}`)
    process.exit(1)
  })
  await once(server.listen({ host, port: Number(wanted) }), 'listening')
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  console.log(`development server at ${address}`)

  async function stopSite() {
    const stopping = site
    site = undefined
    port = undefined
    if (stopping?.exitCode !== null || stopping.signalCode !== null) return
    const limit = setTimeout(() => stopping.kill('SIGKILL'), stopLimitMs)
    stopping.kill('SIGTERM')
    await once(stopping, 'exit')
    clearTimeout(limit)
  }

  /** Resolves when the site listens, or has ended before. */
  function startSite() {
    const child = spawn(process.execPath, [...nodeArgs, join(root, dist, 'server/main.js')], {
      env: environment(root, address),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    site = child
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        process.stdout.write(text)
        printed = (printed + text).slice(-shownChars)
      })
    return new Promise<void>((resolve) => {
      child.on('message', (message: { port?: number; content?: string; faults?: string }) => {
        if (message.faults !== undefined) setProblem('content', message.faults)
        if (message.content) send('reload')
        if (message.port === undefined) return
        port = message.port
        setProblem('site', '')
        send('reload')
        resolve()
      })
      // All output has been read by then.
      child.once('close', (code, signal) => {
        resolve()
        if (child !== site) return
        port = undefined
        const text = stripVTControlCharacters(printed).trim()
        setProblem('site', `The server exited with ${signal ?? `exit code ${code}`}.\n\n${text}`)
      })
    })
  }

  async function update() {
    const started = performance.now()
    const changed = await rebuild().catch(async (error) => {
      const text = await describe(error)
      console.error(text)
      setProblem('build', text)
    })
    if (!changed) return
    const isMended = problems.build !== ''
    setProblem('build', '')
    if (port !== undefined && changed.every(isStyle)) {
      if (isMended) send('reload')
      else if (changed.length > 0) send('style')
      return
    }
    console.log(`built ${changed.length} files in ${Math.round(performance.now() - started)} ms`)
    await stopSite()
    await startSite()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stopSite().then(() => process.exit(0)))
  while (true) {
    const { promise: changed, resolve } = Promise.withResolvers<void>()
    // esbuild's own watch polls, and sees a change up to 1 s later. Folders are watched before their files are read.
    const watching = await Promise.allSettled(
      folders.map((folder) => watchFolder(join(root, folder), resolve)),
    )
    // A folder that is being replaced is missing for a moment.
    if (watching.some(({ status }) => status === 'rejected')) resolve()
    running = update()
    await Promise.all([running, changed])
    for (const one of watching) if (one.status === 'fulfilled') one.value.close()
    await sleep(quietMs)
  }
}

/** Resolves with a function that builds, writes what has changed since its call before, and resolves with the paths. */
async function createRebuild(root: string): Promise<() => Promise<string[]>> {
  const folder = join(root, dist)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await symlink(join(root, 'public'), join(folder, 'public'), 'junction')
  const env = { SOURCE_DATE_EPOCH: String(Math.floor(Date.now() / 1000)) }
  const digests = new Map<string, string>()
  return async () => {
    const bundles = await bundle({ root, dist, development: true })
    const redirects = await readRedirects(join(root, 'server/redirects.json'))
    // Without the stylesheet, which changes while pages that name it are open.
    const scripts = bundles.files.filter(({ path }) => !isStyle(path))
    const manifest = createManifest({ ...bundles, files: scripts }, redirects, dist, env)
    const contents = JSON.stringify({ ...manifest, integrity: {} })
    const files = [...bundles.files, { path: 'manifest.json', contents }]
    const changed = files.filter(({ path, contents }) => digests.get(path) !== digestOf(contents, 'hex'))
    await writeFiles(folder, changed)
    for (const { path, contents } of changed) digests.set(path, digestOf(contents, 'hex'))
    return changed.map(({ path }) => path)
  }
}

const isStyle = (path: string) => path.startsWith('assets/main.css')

/** The site listens for this program only, and starts faster with a compile cache. */
function environment(root: string, address: string): NodeJS.ProcessEnv {
  return {
    CONTENT_DIR: join(root, 'server/content/sample'),
    // A request without a response delays a restart this long.
    SHUTDOWN_SECONDS: '1',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/development'),
    ...process.env,
    SITE_URL: process.env['SITE_URL'] || address,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
  }
}

function forward(request: IncomingMessage, response: ServerResponse, port: number) {
  const { method, url: path, headers } = request
  const target = { host: '127.0.0.1', port, method, path, agent: false }
  const upstream = httpRequest({ ...target, headers: { ...headers, connection: 'close' } }, (incoming) => {
    incoming.pipe(response.writeHead(incoming.statusCode ?? 502, incoming.headers))
  })
  upstream.once('error', ({ message }) => {
    if (response.headersSent) response.destroy()
    else sendProblem(response, `The server did not respond: ${message}`)
  })
  response.once('close', () => upstream.destroy())
  request.pipe(upstream)
}

/** The page reloads when a process is running again. */
function sendProblem(response: ServerResponse, text: string) {
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Development server</title>
<pre role="alert" style="white-space: pre-wrap">${escapeXml(text)}</pre>
<script>
  const source = new EventSource('${eventsPath}')
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('problem', ({ data }) => {
    document.querySelector('pre').textContent = JSON.parse(data)
  })
</script></html>`)
}
