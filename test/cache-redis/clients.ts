// Redis clients of a test: connected, and closed with it.
import type { Test } from 'tap'
import { connectRedis, type RedisClient } from '../../server/base/redis-client.ts'
import { readRedisUrl } from '../../server/config/redis-url.ts'
import { createLog } from '../helpers/log.ts'

type Options = { url: string } & Partial<Parameters<typeof connectRedis>[0]>

export async function createClient(
  t: Test,
  { url, log = createLog().log, ...options }: Options,
): Promise<RedisClient> {
  const client = await connectRedis({ ...options, target: readRedisUrl(url), log })
  if (!client) throw new Error('expected a URL')
  t.teardown(client.close)
  await client.ready
  return client
}
