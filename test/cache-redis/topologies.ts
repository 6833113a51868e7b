// Real Redis with replicas: Sentinels with a primary and two replicas, or a cluster of three primaries and three replicas.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { freePort, isFree } from '../helpers/free-port.ts'
import { until } from '../helpers/until.ts'
import { program } from './redis-server.ts'

export type Topology = {
  url: string
  /** With the passwords of the test, of Redis and of the Sentinels. */
  secrets: string[]
  /** As a crash would; resolves with the port. */
  killPrimary: () => Promise<number>
  /** Port of the server that is the primary now. */
  primaryPort: () => Promise<number>
  look: (port: number) => Redis
}

const failoverMs = 1000
const password = 'pa$s/Word'
const sentinelPassword = 'se:nt@inel'

/** Processes of redis-server by port, killed with the test. */
function createProcesses(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'redis-topology-'))
  const children = new Map<number, ChildProcess>()
  const clients = new Map<number, Redis>()
  const killAll = () => {
    for (const child of children.values()) child.kill('SIGKILL')
  }
  // A test that runs into its time limit has no teardown.
  process.once('exit', killAll)
  t.teardown(() => {
    for (const client of clients.values()) client.disconnect()
    killAll()
    process.off('exit', killAll)
    rmSync(folder, { recursive: true, force: true })
  })

  const look = (port: number, auth = password) => {
    const known = clients.get(port)
    if (known) return known
    const options = { retryStrategy: () => 20, maxRetriesPerRequest: null }
    const client = new Redis(port, '127.0.0.1', { ...options, ...(auth && { password: auth }) })
    client.on('error', () => {})
    clients.set(port, client)
    return client
  }
  const start = async (port: number, settings: Record<string, string>, auth: string, args: string[] = []) => {
    const dir = join(folder, String(port))
    mkdirSync(dir, { recursive: true })
    const file = join(dir, 'redis.conf')
    const lines = { port: String(port), bind: '127.0.0.1', dir, save: '""', ...settings }
    const text = Object.entries(lines).map(([name, value]) => `${name} ${value}\n`)
    writeFileSync(file, text.join(''))
    children.set(port, spawn(program, [file, ...args], { stdio: 'ignore' }))
    await until(() =>
      look(port, auth)
        .ping()
        .then(Boolean, () => false),
    )
  }
  const kill = async (port: number) => {
    const child = children.get(port)!
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  return { look, start, kill }
}

const durable = { appendonly: 'yes', appendfsync: 'always' }

export async function startSentinels(t: Test): Promise<Topology> {
  const { look, start, kill } = createProcesses(t)
  const [first, ...others] = [await freePort(), await freePort(), await freePort()] as const
  const login = { requirepass: password, masterauth: password }
  const settings = { ...durable, ...login, 'repl-diskless-sync-delay': '0' }
  await start(first, settings, password)
  for (const port of others) await start(port, { ...settings, replicaof: `127.0.0.1 ${first}` }, password)
  await until(async () => (await look(first).info('replication')).includes('connected_slaves:2'))
  const sentinels: number[] = []
  for (let at = 0; at < 3; at++) {
    const port = await freePort()
    await start(
      port,
      {
        requirepass: `"${sentinelPassword}"`,
        'sentinel sentinel-pass': `"${sentinelPassword}"`,
        'sentinel monitor': `main 127.0.0.1 ${first} 2`,
        'sentinel auth-pass': `main ${password}`,
        'sentinel down-after-milliseconds': `main ${failoverMs}`,
        'sentinel failover-timeout': `main ${10 * failoverMs}`,
      },
      sentinelPassword,
      ['--sentinel'],
    )
    sentinels.push(port)
  }
  const primaryPort = async () => {
    const found = await look(sentinels[0]!).call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')
    return Number((found as string[])[1])
  }
  const info = async () => String(await look(sentinels[0]!).call('SENTINEL', 'MASTER', 'main'))
  // Each Sentinel knows the others and both replicas.
  await until(async () => /num-slaves,2,.*num-other-sentinels,2,/.test(await info()))
  const hosts = sentinels.map((port) => `127.0.0.1:${port}`).join(',')
  const [auth, ofSentinels] = [password, sentinelPassword].map(encodeURIComponent)
  return {
    url: `redis+sentinel://:${auth}@${hosts}/main?sentinel_password=${ofSentinels}`,
    secrets: [password, sentinelPassword, auth!, ofSentinels!],
    look,
    primaryPort,
    async killPrimary() {
      const port = await primaryPort()
      await kill(port)
      return port
    },
  }
}

/** The primary is that with the most keys, of which one is chosen at the first question. */
export async function startCluster(t: Test): Promise<Topology> {
  const { look, start, kill } = createProcesses(t)
  const found = new Set<number>()
  while (found.size < 6) found.add(await freeClusterPort())
  const ports = [...found]
  const login = { requirepass: password, masterauth: password }
  const cluster = { 'cluster-enabled': 'yes', 'cluster-node-timeout': String(failoverMs) }
  for (const port of ports)
    await start(port, { ...durable, ...login, ...cluster, 'repl-diskless-sync-delay': '0' }, password)
  const nodes = ports.map((port) => `127.0.0.1:${port}`)
  const options = ['--cluster-replicas', '1', '--cluster-yes', '--no-auth-warning', '-a', password]
  const create = spawn('redis-cli', ['--cluster', 'create', ...nodes, ...options], { stdio: 'ignore' })
  const [code] = await once(create, 'exit')
  if (code !== 0) throw new Error(`redis-cli --cluster create: exit code ${code}`)
  const alive = new Set(ports)
  let slot: number | undefined
  const primaryPort = async () => {
    const [port = 0] = alive
    const ranges = (await look(port).call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][]
    if (slot === undefined) {
      const sizes = await Promise.all(ranges.map(([, , [, primary]]) => look(primary).dbsize()))
      const most = ranges[sizes.indexOf(Math.max(...sizes))]![2][1]
      const one = await look(most).randomkey()
      if (one === null) return most
      slot = Number(await look(most).call('CLUSTER', 'KEYSLOT', one))
    }
    const meant = slot
    return ranges.find(([from, to]) => from <= meant && meant <= to)?.[2][1] ?? 0
  }
  const isReady = async (port: number) =>
    String(await look(port).call('CLUSTER', 'INFO')).includes('cluster_state:ok')
  await until(async () => (await Promise.all(ports.map(isReady))).every(Boolean))
  const isCopied = async () => (await look(await primaryPort()).info('replication')).includes('state=online')
  await until(isCopied)
  return {
    url: `redis+cluster://:${encodeURIComponent(password)}@${nodes.slice(0, 3).join(',')},${nodes[5]}`,
    secrets: [password, encodeURIComponent(password)],
    look,
    primaryPort,
    async killPrimary() {
      const port = await primaryPort()
      alive.delete(port)
      await kill(port)
      return port
    },
  }
}

/** The cluster bus is 10 000 ports above: no other test server has a port there, and no client. */
async function freeClusterPort(): Promise<number> {
  const port = await freePort()
  return (await isFree(port + 10_000)) ? port : freeClusterPort()
}
