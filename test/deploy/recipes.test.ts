// The recipes for operators name settings, addresses, ports and metrics that exist.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import { parseAllDocuments } from 'yaml'
import { isRedisMissing, program } from '../cache-redis/redis-server.ts'
import { freePort } from '../helpers/free-port.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { checkSettings } from './program-there.ts'

const folder = join(import.meta.dirname, '../../server/ops/deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Tree = { [key: string]: Tree } & Tree[] & string

/** Every document of a file; YAML that is broken throws. */
function documents(name: string): Tree[] {
  return parseAllDocuments(read(name), { merge: true, strict: true }).map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem
    return document.toJS() as Tree
  })
}

/** `${NAME:-default}` as compose reads it without an environment. */
function filled(env: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
  )
}

type Tap = Pick<Test, 'ok' | 'notOk' | 'strictSame' | 'match' | 'notMatch'>

const nameOf = (one: Tree) => String(one['metadata']!['name'])

/** Every message is on the disk before it is accepted, and none is evicted. */
function checkStore(t: Tap, command: string[]) {
  const text = command.join(' ')
  for (const option of ['--appendonly yes', '--appendfsync always', '--maxmemory-policy volatile-lru'])
    t.match(text, option)
}

t.test('compose starts three servers that write to their data folder alone, nginx and Valkey', async (t) => {
  const [compose] = documents('compose.yaml')
  const services = compose!['services'] as Tree
  t.strictSame(Object.keys(services), ['site-1', 'site-2', 'site-3', 'nginx', 'valkey'])
  for (const name of ['site-1', 'site-2', 'site-3']) {
    const service = services[name]!
    await checkSettings(t, filled(service['environment'] as unknown as Record<string, string>))
    t.match(service, { read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' })
    const env = service['environment']!
    const seconds = Number(env['DRAIN_SECONDS']) + Number(env['SHUTDOWN_SECONDS'])
    t.ok(
      Number.parseInt(String(service['stop_grace_period']), 10) > seconds,
      'it is not killed while it stops',
    )
    t.match(read('nginx.conf'), `server ${name}:3000 `)
  }
  const volumes = ['site-1', 'site-2', 'site-3'].map((name) => String(services[name]!['volumes']))
  t.equal(new Set(volumes).size, 3, 'no two servers share an outbox')
  const kept = Object.keys(compose!['volumes'] as Tree)
  for (const name of ['site-1', 'site-2', 'site-3', 'valkey'])
    t.ok(kept.includes(String(services[name]!['volumes']![0]).split(':/data')[0]!), `${name} has a volume`)
  checkStore(t, services['valkey']!['command'] as unknown as string[])
})

t.test('the Kubernetes manifests fit together, and the server', async (t) => {
  const all = documents('kubernetes.yaml')
  const kind = (name: string) => all.filter((one) => one['kind'] === name)
  for (const one of all) t.ok(one['apiVersion'] && one['metadata']!['name'], `${one['kind']}`)
  for (const name of ['PodDisruptionBudget', 'HorizontalPodAutoscaler']) t.equal(kind(name).length, 1, name)
  t.strictSame(kind('StatefulSet').map(nameOf), ['site', 'valkey'])
  t.strictSame(kind('Service').map(nameOf), ['valkey', 'site'])
  t.strictSame(kind('NetworkPolicy').map(nameOf), ['site', 'valkey'])
  t.equal(kind('Deployment').length, 0, 'no server loses its volume with its pod')
  const env = filled(kind('ConfigMap')[0]!['data'] as unknown as Record<string, string>)
  await checkSettings(t, env)

  const spec = kind('StatefulSet')[0]!['spec']!['template']!['spec']!
  const [container] = spec['containers'] as unknown as Tree[]
  const grace = Number(spec['terminationGracePeriodSeconds'])
  t.ok(
    grace > Number(env['DRAIN_SECONDS']) + Number(env['SHUTDOWN_SECONDS']),
    'it is not killed while it stops',
  )
  t.match(spec['securityContext'], { runAsNonRoot: true })
  t.match(container!['securityContext'], { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  const site = await createSmallSite(t)
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = container![probe]!['httpGet']!
    t.equal(port, 'http')
    t.equal((await site.get(String(path))).body, '{"status":"ok"}', probe)
  }
  const ports = container!['ports'] as unknown as { name: string; containerPort: number }[]
  t.match(ports, [
    { name: 'http', containerPort: 3000 },
    { name: 'metrics', containerPort: Number(env['METRICS_PORT']) },
  ])
  const labels = { 'app.kubernetes.io/name': 'site' }
  t.match(kind('StatefulSet')[0]!['spec']!['template']!['metadata']!['labels'], labels)
  for (const one of ['StatefulSet', 'PodDisruptionBudget'])
    t.match(kind(one)[0]!['spec']!['selector']!['matchLabels'], labels, one)
  t.match(kind('Service')[1]!['spec']!['selector'], labels)
  t.match(kind('NetworkPolicy')[0]!['spec']!['podSelector']!['matchLabels'], labels)
  t.match(kind('HorizontalPodAutoscaler')[0]!['spec']!['scaleTargetRef'], {
    kind: 'StatefulSet',
    name: 'site',
  })
  for (const one of kind('StatefulSet')) {
    const [claim] = one['spec']!['volumeClaimTemplates'] as unknown as Tree[]
    const [first] = one['spec']!['template']!['spec']!['containers'] as unknown as Tree[]
    t.match(
      first!['volumeMounts'],
      [{ name: nameOf(claim!), mountPath: '/data' }],
      `${nameOf(one)} has a volume`,
    )
  }
  const [store] = kind('StatefulSet')[1]!['spec']!['template']!['spec']!['containers'] as unknown as Tree[]
  checkStore(t, store!['args'] as unknown as string[])
  t.equal(env['REDIS_URL'], `redis://${nameOf(kind('Service')[0]!)}:6379`)
})

/** Where a message could go with its pod or container. */
function losses(all: Tree[]): string[] {
  const settings = all.find((one) => one['kind'] === 'ConfigMap')?.['data']
  const workloads = all.filter((one) => ['StatefulSet', 'Deployment'].includes(String(one['kind'])))
  const hasVolume = (one: Tree) => {
    const spec = one['spec']!['template']!['spec']!
    const volumeClaimTemplates = (one['spec']!['volumeClaimTemplates'] as Tree[] | undefined) ?? []
    const [container] = spec['containers'] as unknown as Tree[]
    const mount = (container!['volumeMounts'] as Tree[] | undefined)?.find(
      ({ mountPath }) => String(mountPath) === '/data',
    )
    const claims = [
      ...volumeClaimTemplates.map(nameOf),
      ...((spec['volumes'] as Tree[] | undefined) ?? [])
        .filter((volume) => volume['persistentVolumeClaim'])
        .map(({ name }) => String(name)),
    ]
    return mount !== undefined && claims.includes(String(mount['name']))
  }
  const replicasOf = (one: Tree) => Number(one['spec']!['replicas'] ?? 1)
  const site = workloads.find((one) => nameOf(one) === 'site')!
  const store = workloads.find((one) => nameOf(one) === 'valkey')
  const args = store
    ? String((store['spec']!['template']!['spec']!['containers'] as unknown as Tree[])[0]!['args'])
    : ''
  const isDurable =
    store && hasVolume(store) && args.includes('--appendonly,yes') && !args.includes('allkeys')
  const isShared = Boolean(settings?.['REDIS_URL'])
  const isScaled = replicasOf(site) > 1 || all.some(({ kind }) => String(kind) === 'HorizontalPodAutoscaler')
  return [
    ...(hasVolume(site) ? [] : ['DATA_DIR of the servers has no volume']),
    ...(isScaled && String(site['kind']) === 'Deployment' ? ['the servers share one DATA_DIR'] : []),
    ...(isShared && !isDurable ? ['Valkey does not persist messages'] : []),
    ...(isScaled && !isShared && !settings?.['API_BASE'] ? ['each server has a list of its own'] : []),
  ]
}

t.test('no message goes with a pod, with a content API and without, and each mistake is found', async (t) => {
  const changed = (change: (text: string) => string) =>
    losses(
      parseAllDocuments(change(read('kubernetes.yaml')), { merge: true }).map((one) => one.toJS() as Tree),
    )
  const embedded = (text: string) => text.replace(/API_BASE: .*/, "API_BASE: ''")
  const claims = / {2}volumeClaimTemplates:\n(?: {4}.*\n)+/
  const unchanged = changed((text) => text)
  t.strictSame(unchanged, [])
  t.strictSame(changed(embedded), [])
  const unclaimed = changed((text) => text.replace(claims, ''))
  t.strictSame(unclaimed, ['DATA_DIR of the servers has no volume'])
  const noVolumes = (text: string) => text.replace(claims, '').replace(claims, '')
  t.strictSame(changed(noVolumes), [
    'DATA_DIR of the servers has no volume',
    'Valkey does not persist messages',
  ])
  const volatile = changed((text) => text.replace('- --appendonly', '- --maxclients'))
  t.strictSame(volatile, ['Valkey does not persist messages'])
  const alone = changed((text) => embedded(text).replace(/REDIS_URL: .*/, "REDIS_URL: ''"))
  t.strictSame(alone, ['each server has a list of its own'])
  const env = documents('kubernetes.yaml').find((one) => one['kind'] === 'ConfigMap')!['data']
  await checkSettings(t, { ...filled(env as unknown as Record<string, string>), API_BASE: '' })
})

if (!isRedisMissing(t)) {
  t.test('Redis with the arguments of the recipes counts as durable', async (t) => {
    const [compose] = documents('compose.yaml')
    const [, ...args] = compose!['services']!['valkey']!['command'] as unknown as string[]
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
