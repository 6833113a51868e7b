// The recipes for operators name settings, addresses, ports and metrics that exist.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parseAllDocuments } from 'yaml'
import { parseConfig } from '../../server/config/config.ts'
import { configSchema } from '../../server/config/schema.ts'
import { startProblems } from '../../server/config/start.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'

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

function checkSettings(t: Tap, env: Record<string, string>) {
  for (const name of Object.keys(env)) t.ok(name in configSchema.properties, `${name} is a setting`)
  t.notOk('problems' in parseConfig(env, smallFolder), 'and all are valid')
  const image = { NODE_ENV: 'production', DATA_DIR: '.' }
  t.strictSame(startProblems({ env: { ...image, ...env }, sampleDir: smallFolder }), [], 'a server starts')
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
  t.strictSame(Object.keys(services), ['site-1', 'site-2', 'site-3', 'content', 'nginx', 'valkey'])
  for (const name of ['site-1', 'site-2', 'site-3']) {
    const service = services[name]!
    checkSettings(t, filled(service['environment'] as unknown as Record<string, string>))
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
  for (const name of ['site-1', 'site-2', 'site-3', 'content', 'valkey'])
    t.ok(kept.includes(String(services[name]!['volumes']![0]).split(':/data')[0]!), `${name} has a volume`)
  t.match(services['content'], { command: ['origin'] }, 'one content API stores the messages of all servers')
  t.match(String(services['site-1']!['environment']!['API_BASE']), ':-http://content:3000}')
  checkStore(t, services['valkey']!['command'] as unknown as string[])

  const { url } = await createTestOrigin(t, { folder: smallFolder })
  const [, , ...health] = services['content']!['healthcheck']!['test'] as unknown as string[]
  const check = health.map((part) => part.replace('http://127.0.0.1:3000', url))
  const [code] = await once(spawn(process.execPath, check), 'exit')
  t.equal(code, 0, 'the content API passes its health check')
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
  checkSettings(t, env)

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
