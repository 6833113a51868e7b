// Real Redis with replicas: Sentinels with a primary and two replicas, or a cluster of three primaries and three replicas.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Redis } from 'ioredis'
import type { Test } from 'tap'
import { freePort, isFree } from '../helpers/free-port.ts'
import { until } from '../helpers/until.ts'
import { durable, type RedisServer, startProcess } from './redis-server.ts'

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

/** Processes of redis-server by port. */
function createProcesses(t: Test) {
  const processes = new Map<number, RedisServer>()
  return {
    look: (port: number) => processes.get(port)!.look,
    kill: (port: number) => processes.get(port)!.kill(),
    /** Resolves with the port. */
    async start(options: Parameters<typeof startProcess>[1]): Promise<number> {
      const process = await startProcess(t, { password, ...options })
      processes.set(process.port, process)
      return process.port
    },
  }
}

const replicated = { ...durable, masterauth: password, 'repl-diskless-sync-delay': '0' }

export async function startSentinels(t: Test): Promise<Topology> {
  const { look, start, kill } = createProcesses(t)
  const first = await start({ settings: replicated })
  for (const _replica of [1, 2]) await start({ settings: { ...replicated, replicaof: `127.0.0.1 ${first}` } })
  await until(async () => (await look(first).info('replication')).includes('connected_slaves:2'))
  const settings = {
    'sentinel sentinel-pass': `"${sentinelPassword}"`,
    'sentinel monitor': `main 127.0.0.1 ${first} 2`,
    'sentinel auth-pass': `main ${password}`,
    'sentinel down-after-milliseconds': `main ${failoverMs}`,
    'sentinel failover-timeout': `main ${10 * failoverMs}`,
  }
  const sentinels: number[] = []
  for (const _sentinel of [1, 2, 3])
    sentinels.push(await start({ settings, password: sentinelPassword, args: ['--sentinel'] }))
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

/** The primary is that of the cache's keys. */
export async function startCluster(t: Test): Promise<Topology> {
  const { look, start, kill } = createProcesses(t)
  const ports = new Set<number>()
  const settings = { ...replicated, 'cluster-enabled': 'yes', 'cluster-node-timeout': String(failoverMs) }
  while (ports.size < 6) ports.add(await start({ settings, port: await freeClusterPort() }))
  const nodes = [...ports].map((port) => `127.0.0.1:${port}`)
  const options = ['--cluster-replicas', '1', '--cluster-yes', '--no-auth-warning', '-a', password]
  const create = spawn('redis-cli', ['--cluster', 'create', ...nodes, ...options], { stdio: 'ignore' })
  const [code] = await once(create, 'exit')
  if (code !== 0) throw new Error(`redis-cli --cluster create: exit code ${code}`)
  const primaryPort = async () => {
    const [port = 0] = ports
    const ranges = (await look(port).call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][]
    const slot = Number(await look(port).call('CLUSTER', 'KEYSLOT', '{site-cache:3}'))
    return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1] ?? 0
  }
  const isReady = async (port: number) =>
    String(await look(port).call('CLUSTER', 'INFO')).includes('cluster_state:ok')
  await until(async () => (await Promise.all([...ports].map(isReady))).every(Boolean))
  const isCopied = async () => (await look(await primaryPort()).info('replication')).includes('state=online')
  await until(isCopied)
  return {
    url: `redis+cluster://:${encodeURIComponent(password)}@${nodes.slice(0, 3).join(',')},${nodes[5]}`,
    secrets: [password, encodeURIComponent(password)],
    look,
    primaryPort,
    async killPrimary() {
      const port = await primaryPort()
      ports.delete(port)
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
