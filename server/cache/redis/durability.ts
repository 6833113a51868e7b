// What a Redis server may lose of what it has accepted, by its settings.
import type { Commands } from './connections.ts'

/** Undefined where it loses nothing, and where INFO is forbidden. CONFIG GET is not allowed by hosted services. */
export async function durabilityProblem(client: Commands): Promise<string | undefined> {
  const [persistence, memory] = await Promise.all(['persistence', 'memory'].map((part) => infoOf(client, part)))
  if (/^aof_enabled:0\b/m.test(persistence ?? '')) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(memory ?? '')?.[1]
  return policy && `maxmemory-policy is ${policy}`
}

export async function hasNoReplica(client: Commands): Promise<boolean> {
  return /^connected_slaves:0\b/m.test(await infoOf(client, 'replication'))
}

function infoOf(client: Commands, part: string): Promise<string> {
  return client.info(part as 'memory').catch(() => '')
}
