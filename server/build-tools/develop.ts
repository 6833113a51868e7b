// Development server: one port in front of the site's process; builds after each save, restarts the site, reloads open pages.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeXml } from '../../shared/escape-html.ts'
import { watchFolder } from '../content/store/watch.ts'
import { bundle } from './bundles.ts'
import { createManifest, digestOf, readRedirects } from './manifest.ts'
import { writeFiles } from './output.ts'

const dist = 'dist/development'
const folders = ['server', 'client', 'shared']
const asset = /^(\/assets\/[\w.-]+)(?:\?|$)/
/** Debounce: a save causes several events, a checkout many. */
const quietMs = 30
const shownChars = 6000
/** `--inspect`, or `--inspect=PORT`: a debugger can attach to the server. */
const nodeArgs = ['--enable-source-maps', ...process.argv.filter((arg) => arg.startsWith('--inspect'))]

/** `describe` turns an error of the build into text. Runs until a signal. */
export async function develop(root: string, describe: (error: unknown) => Promise<string>): Promise<void> {
  const streams = new Set<ServerResponse>()
  const problems = { build: '', site: '', content: '' }
  let site: ChildProcess | undefined
  let port: number | undefined
  /** A request waits for the update that runs. */
  let running = Promise.resolve()

  const digests = new Map<string, string>()
  const folder = join(root, dist)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await symlink(join(root, 'public'), join(folder, 'public'), 'junction')

  const problemText = () => Object.values(problems).filter(Boolean).join('\n\n')
  function send(type: 'reload' | 'style' | 'problem') {
    const data = JSON.stringify(type === 'problem' ? problemText() : '')
    for (const stream of streams) stream.write(`event: ${type}\ndata: ${data}\n\n`)
  }
  function setProblem(of: keyof typeof problems, text: string) {
    if (problems[of] === text) return
    problems[of] = text
    send('problem')
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    // Not from the site: a page whose server has ended gets its live reload, and a style changes without a restart.
    const [, file = ''] = asset.exec(request.url ?? '') ?? []
    const body = file && (await readFile(join(root, dist, file)).catch(() => undefined))
    if (request.url === '/_dev/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 300\n\n')
      streams.add(response)
      response.once('close', () => streams.delete(response))
      send('problem')
    } else if (body) {
      const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    } else {
      await running
      if (port === undefined) sendProblem(response, problemText())
      else forward(request, response, port)
    }
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
    if (stopping?.kill()) await once(stopping, 'exit')
  }

  /** Resolves when the site listens, or has ended before. */
  async function startSite() {
    const { promise: isSettled, resolve } = Promise.withResolvers<void>()
    const child = spawn(process.execPath, [...nodeArgs, join(root, dist, 'server/main.js')], {
      // The site listens for this program only, starts faster with a compile cache, and ends after a second at most.
      env: {
        CONTENT_DIR: join(root, 'server/content/sample'),
        SHUTDOWN_SECONDS: '1',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/development'),
        ...process.env,
        SITE_URL: process.env['SITE_URL'] || address,
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    site = child
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        process.stdout.write(text)
        printed = (printed + text).slice(-shownChars)
      })
    child.on('message', (message: { port?: number; content?: string; faults?: string }) => {
      if (message.faults !== undefined) return setProblem('content', message.faults)
      if (message.port !== undefined) {
        port = message.port
        setProblem('site', '')
        resolve()
      }
      send('reload')
    })
    // All output has been read by then.
    child.once('close', (code, signal) => {
      resolve()
      if (child !== site) return
      port = undefined
      setProblem('site', `The server exited with ${signal ?? `exit code ${code}`}.\n\n${printed.trim()}`)
    })
    await isSettled
  }

  async function update() {
    const changed = await rebuild(root, digests).catch(async (error) => {
      const text = await describe(error)
      console.error(text)
      setProblem('build', text)
    })
    if (!changed) return
    const isMended = problems.build !== ''
    setProblem('build', '')
    if (port === undefined || !changed.every(isStyle)) {
      await stopSite()
      await startSite()
    } else if (isMended || changed.length > 0) send(isMended ? 'reload' : 'style')
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stopSite().then(() => process.exit(0)))
  while (true) {
    const { promise: changed, resolve } = Promise.withResolvers<void>()
    // Not esbuild's watch, which polls. Folders are watched before their files are read; one may be missing for a moment.
    const watching = await Promise.all(
      folders.map((folder) => watchFolder(join(root, folder), resolve).catch(() => resolve())),
    )
    running = update()
    await Promise.all([running, changed])
    for (const watcher of watching) watcher?.close()
    await sleep(quietMs)
  }
}

/** Builds, and writes what has changed by its digests; resolves with the paths. */
async function rebuild(root: string, digests: Map<string, string>): Promise<string[]> {
  const bundles = await bundle({ root, dist, development: true })
  const redirects = await readRedirects(join(root, 'server/redirects.json'))
  // Without the stylesheet, which changes while pages that name it are open.
  const scripts = bundles.files.filter(({ path }) => !isStyle(path))
  // Always of the same time: another one would be a change.
  const manifest = createManifest({ ...bundles, files: scripts }, redirects, dist, { SOURCE_DATE_EPOCH: '0' })
  const contents = JSON.stringify({ ...manifest, integrity: {} })
  const files = [...bundles.files, { path: 'manifest.json', contents }]
  const changed = files.filter(({ path, contents }) => digests.get(path) !== digestOf(contents, 'hex'))
  await writeFiles(join(root, dist), changed)
  for (const { path, contents } of changed) digests.set(path, digestOf(contents, 'hex'))
  return changed.map(({ path }) => path)
}

const isStyle = (path: string) => path.startsWith('assets/main.css')

function forward(request: IncomingMessage, response: ServerResponse, port: number) {
  const { method, url: path } = request
  const headers = { ...request.headers, connection: 'close' }
  const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false })
  upstream.once('response', (incoming) => {
    incoming.pipe(response.writeHead(incoming.statusCode ?? 502, incoming.headers))
  })
  upstream.once('error', ({ message }) => {
    if (response.headersSent) response.destroy()
    else sendProblem(response, `The server did not respond: ${message}`)
  })
  request.pipe(upstream)
}

/** The page reloads when a process is running again; before the first build there is no script. */
function sendProblem(response: ServerResponse, text: string) {
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Development server</title>
<pre role="alert" style="white-space: pre-wrap">${escapeXml(text)}</pre>
<script type="module" src="/assets/development.js" onerror="setTimeout(() => location.reload(), 1000)"></script></html>`)
}
