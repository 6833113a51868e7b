// What a server without a shared store, or with the DATA_DIR of another one, means for form messages: logged at the start.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { takeFileLock } from '../base/open-database.ts'
import type { Config } from '../config/schema.ts'

type ReportSeveralServersOptions = {
  config: Pick<Config, 'dataDir' | 'redis' | 'apiBase'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Returns a function that releases DATA_DIR. */
export function reportSeveralServers({ config, log }: ReportSeveralServersOptions): () => void {
  const { dataDir, redis, apiBase } = config
  if (!redis && !apiBase) {
    log.info(
      { dataDir },
      'embedded content without REDIS_URL: form messages are on the disk of this server only, cache and rate limits are its own; set REDIS_URL if there are several servers',
    )
  }
  try {
    const lock = takeFileLock(join(dataDir, 'server-lock.sqlite'))
    return () => lock.isOpen && lock.close()
  } catch (error) {
    if (!(error as Error).message.includes('locked')) {
      log.warn(
        { err: error, dataDir },
        'DATA_DIR not locked: another server with the same folder is not noticed',
      )
      return () => {}
    }
    log.warn(
      { dataDir },
      'another server uses this DATA_DIR: form messages may be sent to the upstream twice, and each overwrites the cache snapshot of the other; set a DATA_DIR for each server',
    )
    return () => {}
  }
}
