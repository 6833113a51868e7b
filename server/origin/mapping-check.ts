// Checks at the start what a content system sends, in the background: one log line for each problem, and reasons for /readyz. Then
// asks it each minute whether it still answers.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SafeHtml } from '../../shared/content/reader.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Origin } from '../base/origin.ts'
import type { Config } from '../config/config.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'
import { createAccessCheck } from './access-check.ts'
import { mapOf } from './adapters/api-map.ts'
import { checkCalls } from './check-calls.ts'

type Options = {
  config: Pick<Config, 'apiMap' | 'originResponseLimit'>
  /** Not through the cache: what is stored may come from another map. */
  send: Origin['send']
  checkAccess?: Origin['checkAccess']
  richText: (html: string, locale: Locale) => SafeHtml
  problems: Pick<OriginProblems, 'reasonOf'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

const retryMs = 60_000
const mostWarnings = 50

/** Throws MapProblem. */
export function createMappingCheck({ config, send, checkAccess, richText, problems, log }: Options) {
  const map = mapOf(config)
  const access = createAccessCheck({ checkAccess, log })
  let warnings: string[] = []
  const check = () =>
    checkCalls({
      ...{ send, map, richText, reasonOf: problems.reasonOf },
      responseLimit: config.originResponseLimit,
    })

  const checkOnce = async (): Promise<boolean> => {
    const rows = await check()
    if (rows.some(({ isSilent }) => isSilent)) return false
    const found = rows.flatMap(({ call, locale, problems }) =>
      problems.map((problem) => ({ call, locale, problem })),
    )
    warnings = found
      .slice(0, mostWarnings)
      .map(({ call, locale, problem }) => `${call} (${locale}): ${problem}`)
    for (const one of found.slice(0, mostWarnings)) log.warn(one, 'content system: cannot be used')
    log.info({ calls: rows.length, problems: found.length }, 'content system checked')
    return true
  }

  return {
    /** Ends with `signal`. While the system cannot be reached, nothing is known. Never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      try {
        while (!(await checkOnce())) await sleep(retryMs, undefined, { ref: false, signal })
        await access.run(signal)
      } catch (err) {
        if (!signal.aborted) log.warn({ err }, 'content system not checked')
      }
    },
    /** Without URLs and words of the system. */
    warnings: (): string[] => [...access.warnings(), ...warnings],
  }
}
