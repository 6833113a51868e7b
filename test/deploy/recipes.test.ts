// compose.yaml: settings that exist, addresses that nginx.conf has, a probe without a second Node, a Valkey that loses no message.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import t from 'tap'
import { parse } from 'yaml'
import { isRedisMissing, program } from '../cache-redis/redis-server.ts'
import { commandsIn, readDocument } from '../docs/document-parts.ts'
import { freePort } from '../helpers/free-port.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { checkSettings } from './program-there.ts'

const folder = join(import.meta.dirname, '../../server/ops/deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Service = {
  environment: Record<string, string>
  volumes: string[]
  networks: { inside: { ipv4_address: string } }
  healthcheck: { test: string[] }
  stop_grace_period: string
  command: string[]
  logging: { driver: string; options: object }
}
type Compose = { services: Record<string, Service>; volumes: Record<string, object> }
const { services, volumes } = parse(read('compose.yaml'), { merge: true, strict: true }) as Compose
const sites = ['site-1', 'site-2', 'site-3']

t.test('three servers that write to volumes of their own alone, nginx and Valkey', async (t) => {
  t.strictSame(Object.keys(services), [...sites, 'nginx', 'valkey'])
  const { environment } = services[sites[0]!]!
  // As compose reads `${NAME:-default}` without an environment.
  const env = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
  ])
  const inEffect = await checkSettings(t, Object.fromEntries(env))
  const stopSeconds = Number(inEffect['DRAIN_SECONDS']) + Number(inEffect['SHUTDOWN_SECONDS'])
  t.equal(environment['TRUST_PROXY'], services['nginx']!.networks.inside.ipv4_address)
  for (const name of sites) {
    const service = services[name]!
    t.match(service, { environment, read_only: true, cap_drop: ['ALL'] })
    t.ok(Number.parseInt(service.stop_grace_period, 10) > stopSeconds, 'it is not killed while it stops')
    t.match(read('nginx.conf'), `server ${service.networks.inside.ipv4_address}:3000 `)
  }
  const dataVolumes = [...sites, 'valkey'].map((name) => services[name]!.volumes[0]!.split(':/data')[0]!)
  t.strictSame(dataVolumes, Object.keys(volumes), 'no two servers share an outbox')
  for (const [name, service] of Object.entries(services))
    t.match(
      service,
      { restart: 'unless-stopped', logging: { driver: 'local', options: { 'max-size': '10m' } } },
      name,
    )
})

t.test('the command of an update exchanges each server when the one before is ready', async (t) => {
  const commands = commandsIn(readDocument('server/ops/README.md'), '## Updates without a gap').join('\n')
  const [, names = ''] =
    /for name in ([^;]+); do .* --no-deps --wait \$name \|\| break; done/.exec(commands) ?? []
  t.strictSame(names.split(' '), sites)
})

t.test('the probe of a server succeeds while it is ready', async (t) => {
  const { url, child } = await startProgram(t, { CONTENT_DIR: smallFolder, DRAIN_SECONDS: '30' })
  const [, file = '', ...args] = services['site-1']!.healthcheck.test
  const here = args.map((arg) => arg.replace('127.0.0.1/3000', `127.0.0.1/${new URL(url).port}`))
  const probe = () => spawnSync(file, here).status
  t.equal(probe(), 0)
  child.kill('SIGTERM')
  await until(async () => (await fetch(`${url}/readyz`)).status === 503)
  t.not(probe(), 0)
})

if (!isRedisMissing(t)) {
  t.test('Redis with the arguments of the recipe counts as durable', async (t) => {
    const [, ...args] = services['valkey']!.command
    const port = await freePort()
    const child = spawn(program, [...args, '--port', String(port), '--dir', t.testdir()], { stdio: 'ignore' })
    const look = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null })
    look.on('error', () => {})
    t.teardown(() => {
      look.disconnect()
      child.kill('SIGKILL')
    })
    await until(async () => (await look.ping().catch(() => '')) === 'PONG')
    const { lines } = await startProgram(t, {
      CONTENT_DIR: smallFolder,
      REDIS_URL: `redis://127.0.0.1:${port}`,
    })
    const problems = lines.filter(({ problem }) => problem)
    t.strictSame(problems, [])
  })
}
