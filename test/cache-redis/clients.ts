// Redis clients of a test: connected, and closed with it.
import type { Test } from 'tap'
import { connectRedis, type RedisClient } from '../../server/base/redis-client.ts'
import { createLog } from '../helpers/log.ts'

type Options = Omit<Parameters<typeof connectRedis>[0], 'log'> & Partial<Parameters<typeof connectRedis>[0]>

export async function createClient(
  t: Test,
  { log = createLog().log, ...options }: Options,
): Promise<RedisClient> {
  const client = await connectRedis({ ...options, log })
  if (!client) throw new Error('expected a URL')
  t.teardown(client.close)
  await client.ready
  return client
}
