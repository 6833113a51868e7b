// Warm-up: fills the cache at the start with site configuration and menu, then the home pages.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { type ApiError, isApiError } from '../../shared/errors.ts'
import { localizePath } from '../../shared/href.ts'
import { listOf } from '../../shared/languages.ts'
import { matchOf, resolve } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import { inTime } from '../base/in-time.ts'
import type { UnreadCall, WarmUp } from '../ops/health.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'
import type { PageCache } from './page-cache.ts'
import type { RenderLimit } from './render-limit.ts'

/** Upper limit: a slow origin does not delay readiness further. */
const limitMs = 5000
/** Requests that are waiting already are served first: the first pages of a process take many times as long. */
const headStartMs = 50
const waitMs = 10
const mostWaitMs = 500

type WarmUpOptions = {
  api: () => Pick<Api, 'siteConfig' | 'menu'>
  facts: () => SiteFacts
  pageCache: PageCache
  renderLimit: Pick<RenderLimit, 'isIdle'>
  problems: Pick<OriginProblems, 'reasonOf'>
  log: FastifyBaseLogger
}

const calls = ['siteConfig', 'menu'] as const

export function createWarmUp({ api, problems, ...options }: WarmUpOptions): WarmUp {
  const readCall = (call: (typeof calls)[number]): Promise<UnreadCall[]> =>
    api()
      [call]({})
      .then(
        () => [],
        (err: unknown) => [{ call, reason: problems.reasonOf(call) ?? reasonOf(err), err }],
      )
  return {
    readCalls: async () => (await Promise.all(calls.map(readCall))).flat(),
    unreadAtFirst: calls.map((call) => ({ call, reason: 'no response yet' })),
    makePages: () => makePages(options),
  }
}

const reasons: Record<ApiError['kind'], string> = {
  network: 'no usable response',
  timeout: 'no response in time',
  http: 'an error status',
  refused: 'success: false',
  missing: 'not found',
  content: 'data of a wrong shape',
  overload: 'too many calls are waiting',
}

/** Fixed texts: messages of the origin and addresses in network errors are written to the log only. */
function reasonOf(error: unknown): string {
  if (!isApiError(error)) return 'an unexpected error'
  return error.kind === 'http' ? `status ${error.status}` : reasons[error.kind]
}

/** The home pages; never rejects. */
async function makePages(options: Omit<WarmUpOptions, 'api' | 'problems'>): Promise<void> {
  const { facts, pageCache, renderLimit, log } = options
  const makeHomes = async () => {
    await sleep(headStartMs)
    const now = facts()
    const { languages } = now
    for (const locale of listOf(languages)) {
      await untilIdle(renderLimit)
      const home = localizePath('/', { locale, languages })
      const cacheRequest = pageCache.document(matchOf(resolve(home, now)))
      await pageCache.serve(cacheRequest, { method: 'GET', path: home, headers: {} })
    }
  }
  await inTime(makeHomes(), limitMs, 'home pages').catch((err) =>
    log.warn({ err }, 'ready without the home pages'),
  )
}

async function untilIdle(renderLimit: WarmUpOptions['renderLimit']): Promise<void> {
  for (let waited = 0; !renderLimit.isIdle() && waited < mostWaitMs; waited += waitMs) await sleep(waitMs)
}
