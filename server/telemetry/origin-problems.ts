// Problems of the origin: one log line for each call and minute, a metric, and the latest reason for /readyz.
import type { FastifyBaseLogger } from 'fastify'
import type { OriginCall } from '../base/origin.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'

/** A response that cannot be used. `problem`: what was expected, in words of this server. `path` has no visitor's words. */
export type OriginProblem = {
  call: OriginCall
  path: string
  problem: string
  field?: string
  status?: number
  body?: Buffer
}

export type OriginProblems = ReturnType<typeof createOriginProblems>

type OriginProblemsOptions = {
  log: Pick<FastifyBaseLogger, 'warn'>
  count?: (call: OriginCall) => void
  /** See secret-mask.ts: the origin may repeat them in its response. */
  withoutSecrets?: (text: string) => string
  now?: () => number
}

const excerptLength = 200
const reasonMs = 60_000
const warningMs = 300_000

export function createOriginProblems(options: OriginProblemsOptions) {
  const { log, count = () => {}, withoutSecrets = (text) => text, now = Date.now } = options
  const limits = new Map<string, () => boolean>()
  const latest = new Map<OriginCall, { reason: string; at: number }>()
  const unstored = new Map<OriginCall, { fields: string; at: number }>()

  const mayLog = (event: string) => {
    const limit = limits.get(event) ?? createMinuteLimit(now)
    limits.set(event, limit)
    return limit()
  }

  function excerptOf(body: Buffer): string {
    const text = withoutSecrets(body.toString('utf8', 0, 4096))
    return escapeControls([...text].slice(0, excerptLength).join(''))
  }

  return {
    report({ call, path, problem: said, field = '', status, body }: OriginProblem): void {
      count(call)
      // May have words of the origin, such as a content type.
      const problem = withoutSecrets(said)
      latest.set(call, { reason: problem, at: now() })
      if (!mayLog(call)) return
      const excerpt = body && body.length > 0 ? excerptOf(body) : undefined
      log.warn(
        { call, field, problem, path, ...(status !== undefined && { status }), ...(excerpt && { excerpt }) },
        'origin response rejected',
      )
    },
    /** A success that cannot be used in an outage, because of these fields, such as `Cache-Control: no-store`. */
    reportUnstored(call: OriginCall, path: string, fields: string): void {
      unstored.set(call, { fields, at: now() })
      if (mayLog(`${call} unstored`))
        log.warn(
          { call, path, field: fields },
          'origin response not stored: without the origin its pages fail',
        )
    },
    /** For /readyz: the calls whose responses were not stored in the last minutes. */
    warnings: (): string[] =>
      [...unstored]
        .filter(([, { at }]) => now() - at < warningMs)
        .map(
          ([call, { fields }]) => `${call}: not stored, its pages fail without the content API (${fields})`,
        ),
    /** The reason of a failure in the last minute. */
    reasonOf(call: OriginCall): string | undefined {
      const last = latest.get(call)
      return last && now() - last.at < reasonMs ? last.reason : undefined
    },
  }
}

/** Removes bidirectional controls and line separators too, which change how a line of the log looks. */
function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}
