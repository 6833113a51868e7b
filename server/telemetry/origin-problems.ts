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

type Options = {
  log: Pick<FastifyBaseLogger, 'warn'>
  count?: (call: OriginCall) => void
  /** Never logged: tokens and addresses, which the origin may repeat in its response. */
  secrets?: readonly string[]
  now?: () => number
}

const excerptLength = 200
const reasonMs = 60_000

export function createOriginProblems({ log, count = () => {}, secrets = [], now = Date.now }: Options) {
  const limits = new Map<OriginCall, () => boolean>()
  const latest = new Map<OriginCall, { reason: string; at: number }>()
  const hidden = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)

  const mayLog = (call: OriginCall) => {
    const limit = limits.get(call) ?? createMinuteLimit(1, now)
    limits.set(call, limit)
    return limit()
  }

  function excerptOf(body: Buffer): string {
    const text = hidden.reduce(
      (left, secret) => left.replaceAll(secret, '***'),
      body.toString('utf8', 0, 4096),
    )
    return escapeControls([...text].slice(0, excerptLength).join(''))
  }

  return {
    report({ call, path, problem, field = '', status, body }: OriginProblem): void {
      count(call)
      latest.set(call, { reason: problem, at: now() })
      if (!mayLog(call)) return
      const excerpt = body && body.length > 0 ? excerptOf(body) : undefined
      log.warn(
        { call, field, problem, path, ...(status !== undefined && { status }), ...(excerpt && { excerpt }) },
        'origin response rejected',
      )
    },
    /** Of the last minute. */
    reasonOf(call: OriginCall): string | undefined {
      const last = latest.get(call)
      return last && now() - last.at < reasonMs ? last.reason : undefined
    },
  }
}

/** Also bidirectional controls and line separators, which change how a line of the log looks. */
function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}

/** What must not be in a log line, of the configuration. */
export function secretsOf(config: {
  apiBase: string
  apiToken: string
  apiTokenEn: string
  apiFields: Record<string, string>
}): string[] {
  const tokens = [config.apiToken, config.apiTokenEn].filter(Boolean)
  const host = URL.canParse(config.apiBase) ? new URL(config.apiBase).host : ''
  return [
    ...tokens.flatMap((token) => [
      token,
      Buffer.from(token).toString('base64'),
      token.split(':').at(-1) ?? token,
    ]),
    ...Object.values(config.apiFields),
    host,
  ].filter(Boolean)
}
