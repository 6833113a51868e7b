// Warm-up: fills the cache at the start with site configuration and menu, then the home pages.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiError, isApiError } from '../../shared/errors.ts'
import { localizePath } from '../../shared/href.ts'
import { localesOf } from '../../shared/languages.ts'
import { matchOf, resolve } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import { inTime } from '../base/in-time.ts'
import type { UnreadCall } from '../ops/health.ts'
import type { Documents, PageParts } from './documents.ts'
import type { Apis } from './page-calls.ts'

/** Upper limit: a slow upstream does not delay readiness further. */
const limitMs = 5000
/** Requests that are waiting already are served first: the first pages of a process take many times as long. */
const headStartMs = 50

const calls = ['siteConfig', 'menu'] as const

export function createWarmUp(context: AppContext, { store }: PageParts, apis: Apis, documents: Documents) {
  const { siteSettings, telemetry } = context
  const { log, faults } = telemetry

  const readCall = (call: (typeof calls)[number]): Promise<UnreadCall[]> =>
    apis(siteSettings.languages()[0])
      [call]({})
      .then(
        () => [],
        (err: unknown) => [{ call, reason: faults.reasonOf(call) ?? reasonOf(err), err }],
      )

  const warmHomes = async () => {
    await sleep(headStartMs)
    const now = siteSettings.now()
    const { languages } = now
    for (const locale of localesOf(languages)) {
      const home = localizePath('/', { locale, languages })
      await store.warm(documents.documentOf(matchOf(resolve(home, now))))
    }
  }

  return {
    readCalls: async () => (await Promise.all(calls.map(readCall))).flat(),
    renderPages: () =>
      inTime(warmHomes(), limitMs, 'home pages').catch((err) =>
        log.warn({ err }, 'ready without the home pages'),
      ),
  }
}

const reasons: Partial<Record<ApiError['kind'], string>> = {
  network: 'no usable response',
  timeout: 'no response in time',
  refused: 'success: false',
  overload: 'too many calls are waiting',
}

/** Fixed texts: messages of the upstream and addresses in network errors are written to the log only. */
function reasonOf(error: unknown): string {
  if (isApiError(error) && error.kind === 'http') return `status ${error.status}`
  return (isApiError(error) && reasons[error.kind]) || 'an unexpected error'
}
