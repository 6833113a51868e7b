// nginx, servers and Redis under load: a server crashes, the content API fails, another build replaces this one and is replaced.
import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { isRedisMissing, startRedis } from '../cache-redis/redis-server.ts'
import { needs } from '../deploy/program-there.ts'
import { freePort } from '../helpers/free-port.ts'
import { nginxProgram, startNginx } from '../helpers/nginx.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { copyProject, project, runIn } from '../helpers/project-copy.ts'
import { distDir, personAgent } from '../helpers/site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { isUp, until } from '../helpers/until.ts'
import { reset } from '../helpers/upstream.ts'
import { words } from '../helpers/words.ts'
import { type Running, startProgram } from '../server/commands/process.ts'

const visitors = 6
const visitsOfStep = 36
const pages = words('/zh /en /news /en/product /about /service /news/1001 /contact')
const token = 'a-token-of-operators'
/** All these visitors have one address. */
const manyOfOne = { ADDRESS_RATE: '0', FORM_RATE_LIMIT: '0', TRUST_PROXY: '127.0.0.1' }
const common = { ...manyOfOne, DRAIN_SECONDS: '1', LOG_LEVEL: 'error', OPS_TOKEN: token }
const headers = { 'user-agent': personAgent, accept: 'text/html', 'content-type': 'application/json' }

type World = Awaited<ReturnType<typeof createWorld>>
type Met = { visits: number; failed: string[]; builds: Set<string>; files: Set<string>; messages: string[] }
/** `visited`: resolves after many visits. */
type Event = (world: World, met: Met, visited: () => Promise<void>) => Promise<void>

/** nginx with the recipe, two servers and a content API; ends with the test. */
async function createWorld(t: Test, env: Record<string, string> = {}) {
  const origin = await createTestOrigin(t)
  // Nothing listens at the address of the third server of the recipe.
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers = ports.slice(0, 2).map((port) => {
    const own = { API_BASE: origin.url, PORT: `${port}`, DATA_DIR: temporaryFolder(t, 'topology') }
    let running: Running
    return {
      url: `http://127.0.0.1:${port}`,
      start: async (dist = distDir) => {
        running = await startProgram(t, { ...common, ...own, ...env }, { dist })
      },
      end: (signal: NodeJS.Signals) => {
        running.child.kill(signal)
        return running.ended
      },
    }
  })
  await Promise.all(servers.map(({ start }) => start()))
  const port = await freePort()
  const recipe = readFileSync(join(project, 'server/ops/deploy/nginx.conf'), 'utf8')
    .replace(/172\.30\.0\.1(\d):3000/g, (_, number) => `127.0.0.1:${ports[number - 1]}`)
    .replace('listen 80 ', `listen 127.0.0.1:${port} `)
  startNginx(t, recipe)
  const url = `http://127.0.0.1:${port}`
  await until(() => isUp(`${url}/readyz`), { what: 'nginx responds' })
  return { url, servers, origin }
}

async function get(address: string, statuses = [200], fields = {}, body?: object) {
  const posted = body && ({ method: 'POST', body: JSON.stringify(body) } as const)
  const response = await request(address, { ...posted, headers: { ...headers, ...fields } })
  const text = await response.body.text()
  if (!statuses.includes(response.statusCode))
    throw new Error(`${address}: ${response.statusCode} ${text.slice(0, 99)}`)
  return { status: response.statusCode, text }
}

/** The files that a page or a program names. */
const filesIn = (text: string) => new Set(text.match(/(?<=["'])\/assets\/[\w.-]+(?=["'])/g))

/** A whole page, its styles and programs, data of another page, calls, and on /contact a form. */
async function visit(base: string, path: string, met: Met) {
  const { text } = await get(base + path)
  const [, build = ''] = /data-build="(\w+)"/.exec(text) ?? []
  met.builds.add(build)
  if (!/\.css".*\.js".*<\/html>$/s.test(text)) throw new Error(`${path}: not a whole page`)
  for (const file of filesIn(text))
    for (const other of [file, ...filesIn((await get(base + file)).text)]) met.files.add(other)
  await get(`${base}/product/_payload.json?${build}`, [200, 409])
  await get(`${base}/api/home/article/list/news?lang=zh&page=1`)
  await get(`${base}/api/home/config/base`, [200], {}, {})
  if (path !== '/contact') return
  const key = randomUUID()
  met.messages.push(key)
  const body = { name: 'Ada', contact: 'ada@example.com', message: `Hello from ${key}` }
  const send = (statuses: number[]) =>
    get(`${base}/api/home/form/:name`, statuses, { 'idempotency-key': key }, body)
  // A connection may be closed just when a form is sent over it: nginx does not send it again, but the visitor does.
  if ((await send([200, 202, 502])).status === 502) await send([200, 202])
}

const crash: Event = async ({ servers: [, victim] }, _met, visited) => {
  await victim!.end('SIGKILL')
  await visited()
  await victim!.start()
  const metrics = async () => (await get(`${victim!.url}/metrics`)).text
  await until(async () => /_request_seconds_count\{route="page",.*\} [1-9]/.test(await metrics()))
}

const outage: Event = async ({ servers, origin }, met, visited) => {
  for (const { url } of servers) for (const path of pages) await visit(url, path, met)
  const restore = origin.answer('/', (...received) => {
    origin.requests.pop()
    return reset(...received)
  })
  // Every stored response is stale, so that each request starts a revalidation.
  await get(`${servers[0]!.url}/ops/purge`, [200], { authorization: `Bearer ${token}` }, { all: true })
  await visited()
  for (const { url } of servers) await get(`${url}/readyz`)
  // With messages that it has accepted and not delivered.
  await servers[0]!.end('SIGTERM')
  restore()
  await servers[0]!.start()
}

const upgrade: Event = async ({ url, servers }, met, visited) => {
  for (const dist of [next, distDir])
    for (const server of servers) {
      await server.end('SIGTERM')
      await visited()
      await server.start(dist)
      await visited()
      // Open pages and caches in front request them at any time: one after the other at each server.
      for (const file of met.files) for (const _ of servers) await get(url + file)
    }
  t.equal(met.builds.size, 2)
}

/** A build of the same site with another stylesheet, and other names of its programs. */
const copy = temporaryFolder(t, 'next-build')
const next = join(copy, 'dist')

const { skip } = process.env['NGINX_TESTS'] === 'required' ? {} : needs(nginxProgram)
if (skip) t.pass('tests with nginx', { skip })
else if (!isRedisMissing(t)) {
  await copyProject(copy)
  appendFileSync(join(copy, 'client/styles/main.css'), '\n.next-build {\n  color: red;\n}\n')
  await runIn(copy, process.execPath, ['build.mjs'])
  const { url: REDIS_URL } = await startRedis(t)
  const [sharing, separate] = [await createWorld(t, { REDIS_URL }), await createWorld(t)]
  const events: [string, World, Event, mostFailed?: number][] = [
    // At most one request of each visitor is at the server that is killed.
    ['a server crashes and comes back', sharing, crash, visitors],
    ['the content API fails', sharing, outage],
    ['an upgrade and back, with Redis', sharing, upgrade],
    ['an upgrade and back, without Redis', separate, upgrade],
  ]
  for (const [name, world, event, mostFailed = 0] of events)
    await t.test(name, async (t) => {
      const met: Met = { visits: 0, failed: [], builds: new Set(), files: new Set(), messages: [] }
      const visited = (most = met.visits + visitsOfStep) => until(() => met.visits >= most)
      let isOver = false
      const visitor = async (_: unknown, first: number) => {
        for (let at = first; !isOver; at++, met.visits++) {
          const one = visit(world.url, pages[at % pages.length]!, met)
          await one.catch((error) => met.failed.push(String(error)))
        }
      }
      const all = Promise.all(Array.from({ length: visitors }, visitor))
      try {
        await visited()
        await event(world, met, visited)
        await visited()
      } finally {
        isOver = true
        await all
      }
      t.ok(met.failed.length <= mostFailed, `failed: ${met.failed.slice(0, 10).join('\n')}`)
      const isDelivered = (key: string) =>
        world.origin.requests.some(({ headers }) => headers['idempotency-key'] === key)
      await until(() => met.messages.every(isDelivered), { what: 'each message is at the content API' })
    })
}
