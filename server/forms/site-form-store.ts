// Stored messages of the embedded content API, as configured: in the Redis that servers share, or in a file of this server.
import type { FastifyBaseLogger } from 'fastify'
import { createFormStore, type FormStore, formsFile } from '../calls/form-store.ts'
import type { Config } from '../config/config.ts'
import { createRedisFormStore } from './redis-form-store.ts'

type Options = {
  config: Pick<Config, 'dataDir' | 'redisUrl' | 'apiBase'> & Partial<Pick<Config, 'apiKind'>>
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Milliseconds since 1970. */
  now?: () => number
  /** See redis/durable.ts. */
  connectMs?: number
}

/** With an upstream, the file of a content API that runs on the same machine. */
export async function createSiteFormStore(options: Options): Promise<FormStore> {
  const { config, log, now = Date.now, connectMs } = options
  const { dataDir, redisUrl: url, apiBase, apiKind = 'native' } = config
  const local = createFormStore({ dataFile: formsFile(dataDir), now })
  // A content system has no form: its messages are stored here as well.
  const isOwn = !apiBase || apiKind !== 'native'
  return url && isOwn ? createRedisFormStore({ url, local, log, now, connectMs }) : local
}
