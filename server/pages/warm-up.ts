// What every visitor needs is in the cache before the first one comes: configuration, menu, the home pages.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { locales } from '../../shared/constants.ts'
import { localizePath } from '../../shared/href.ts'
import { resolve } from '../../shared/resolve.ts'
import { matchOf } from './documents.ts'
import type { PageCache } from './page-cache.ts'

/** An origin that does not answer keeps no container from starting. */
const limitMs = 5000

/** Never rejects. */
export async function warmUp(pageCache: PageCache, log: FastifyBaseLogger): Promise<void> {
  const pages = locales.map((locale) => {
    const asked = pageCache.document(matchOf(resolve(localizePath('/', locale))))
    return pageCache.serve(asked, asked.fill)
  })
  const late = new AbortController()
  const limit = sleep(limitMs, undefined, { signal: late.signal }).then(
    () => log.warn({ ms: limitMs }, 'ready without the home pages: the origin is slow'),
    () => {},
  )
  const made = Promise.all(pages).catch((err) => log.warn({ err }, 'ready without the home pages'))
  await Promise.race([made, limit])
  late.abort()
}
