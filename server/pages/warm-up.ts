// What every visitor needs is in the cache before the first one comes: configuration, menu, the home pages.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { locales } from '../../shared/constants.ts'
import { localizePath } from '../../shared/href.ts'
import { resolve } from '../../shared/resolve.ts'
import { matchOf } from './documents.ts'
import type { PageCache } from './page-cache.ts'
import type { RenderGate } from './render-gate.ts'

/** An origin that does not answer keeps no container from starting. */
const limitMs = 5000
/** Who has waited for the server to listen goes first: the first pages of a process take many times as long. */
const headStartMs = 50
const waitMs = 10
const mostWaitMs = 500

type Options = { pageCache: PageCache; gate: Pick<RenderGate, 'isIdle'>; log: FastifyBaseLogger }

/** Never rejects. */
export async function warmUp({ pageCache, gate, log }: Options): Promise<void> {
  const makeHomes = async () => {
    await sleep(headStartMs)
    for (const locale of locales) {
      await untilIdle(gate)
      const asked = pageCache.document(matchOf(resolve(localizePath('/', locale))))
      await pageCache.serve(asked, asked.fill)
    }
  }
  const late = new AbortController()
  const limit = sleep(limitMs, undefined, { signal: late.signal }).then(
    () => log.warn({ ms: limitMs }, 'ready without the home pages: the origin is slow'),
    () => {},
  )
  const made = makeHomes().catch((err) => log.warn({ err }, 'ready without the home pages'))
  await Promise.race([made, limit])
  late.abort()
}

async function untilIdle(gate: Options['gate']): Promise<void> {
  for (let waited = 0; !gate.isIdle() && waited < mostWaitMs; waited += waitMs) await sleep(waitMs)
}
