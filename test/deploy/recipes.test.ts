// The recipes for operators name settings, addresses, ports and metrics that exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import { parseConfig } from '../../server/config.ts'
import { configSchema } from '../../server/config-schema.ts'
import { createSmallSite } from '../helpers/small-site.ts'

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
  t.notOk('problems' in parseConfig(env, '/sample'), 'and all are valid')
}
type Tap = { ok: (value: unknown, name: string) => void; notOk: (value: unknown, name: string) => void }

t.test('compose starts three servers that write to their data folder alone, nginx and Valkey', async (t) => {
  const [compose] = documents('compose.yaml')
  const services = compose!['services'] as Tree
  t.strictSame(Object.keys(services), ['site-1', 'site-2', 'site-3', 'nginx', 'valkey'])
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
})

t.test('the Kubernetes manifests fit together, and the server', async (t) => {
  const all = documents('kubernetes.yaml')
  const kind = (name: string) => all.filter((one) => one['kind'] === name)
  for (const one of all) t.ok(one['apiVersion'] && one['metadata']!['name'], `${one['kind']}`)
  for (const name of [
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
  ])
    t.equal(kind(name).length, 1, name)
  const env = filled(kind('ConfigMap')[0]!['data'] as unknown as Record<string, string>)
  checkSettings(t, env)

  const spec = kind('Deployment')[0]!['spec']!['template']!['spec']!
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
  t.match(kind('Deployment')[0]!['spec']!['template']!['metadata']!['labels'], labels)
  for (const one of ['Deployment', 'PodDisruptionBudget'])
    t.match(kind(one)[0]!['spec']!['selector']!['matchLabels'], labels, one)
  t.match(kind('Service')[0]!['spec']!['selector'], labels)
  t.match(kind('NetworkPolicy')[0]!['spec']!['podSelector']!['matchLabels'], labels)
  t.match(kind('HorizontalPodAutoscaler')[0]!['spec']!['scaleTargetRef'], {
    kind: 'Deployment',
    name: 'site',
  })
})
