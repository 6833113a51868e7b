// Problems of responses of the upstream: one list for the log, the metrics and /readyz.
import type { FastifyBaseLogger } from 'fastify'
import type { ContentError } from '../../shared/content/reader.ts'
import type { UpstreamCall } from '../base/content-source.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'

/**
 * A response that cannot be used as it is. `field`: the one that is wrong. `problem`: what was expected, in words of this server.
 * `path` has no visitor's words. `not stored`: a success that is of no use in an outage, because of its fields.
 */
type UpstreamProblem = FieldProblem & {
  call: UpstreamCall
  path: string
  status?: number
  body?: Buffer
}
export type FieldProblem = {
  field: string
  problem: string
  effect: 'rejected' | 'left out' | 'not stored'
  /** Of the items that are left out. */
  count?: number
}

export type UpstreamProblems = ReturnType<typeof createUpstreamProblems>

type UpstreamProblemsOptions = {
  log: Pick<FastifyBaseLogger, 'warn'>
  count?: (call: UpstreamCall) => void
  /** See secret-mask.ts: the upstream may repeat them in its response. */
  withoutSecrets?: (text: string) => string
  now?: () => number
}

const events: Record<UpstreamProblem['effect'], string> = {
  rejected: 'upstream response rejected',
  'left out': 'upstream response: invalid items left out',
  'not stored': 'upstream response not stored: without the upstream its pages fail',
}
const excerptLength = 200
const minuteMs = 60_000
const warningMs = 300_000

export function createUpstreamProblems(options: UpstreamProblemsOptions) {
  const { log, count = () => {}, withoutSecrets = (text) => text, now = Date.now } = options
  /** The latest one of each call and effect. */
  const latest = new Map<string, UpstreamProblem & { at: number }>()
  const mayLog = createMinuteLimit(now)

  function excerptOf(body: Buffer): string {
    const text = withoutSecrets(body.toString('utf8', 0, 4096))
    return escapeControls([...text].slice(0, excerptLength).join(''))
  }

  return {
    /** Logs one line a minute for each call, and for each field of items that are left out. */
    report(given: UpstreamProblem): void {
      const { call, path, field, effect, body } = given
      // May have words of the upstream, such as a content type.
      const problem = withoutSecrets(given.problem)
      latest.set(`${effect} ${call}`, { ...given, problem, at: now() })
      if (effect === 'rejected') count(call)
      const place = effect === 'left out' ? ` ${path} ${withoutIndexes(field)}` : ''
      if (!mayLog(`${effect} ${call}${place}`)) return
      const { body: _body, effect: _effect, ...line } = given
      const excerpt = body && body.length > 0 ? excerptOf(body) : undefined
      log.warn({ ...line, problem, action: actionFor(given), ...(excerpt && { excerpt }) }, events[effect])
    },
    /** For /readyz: those of the last minutes. */
    warnings: (): string[] =>
      [...latest.values()]
        .filter(({ at }) => now() - at < warningMs)
        .map((problem) => `${problem.call}: ${problemText(problem)}`),
    /** The reason of a failure in the last minute. */
    reasonOf(call: UpstreamCall): string | undefined {
      const last = latest.get(`rejected ${call}`)
      return last && now() - last.at < minuteMs ? last.problem : undefined
    },
  }
}

/** What to do about it. */
function actionFor({ effect, status = 200 }: UpstreamProblem): string {
  if (effect === 'not stored') return 'send other caching fields, or set UPSTREAM_CACHE=policy'
  if (status === 401 || status === 403)
    return 'correct API_TOKEN or API_HEADERS: the content API refuses them'
  if (status >= 300 && status < 400)
    return 'set API_BASE to the address that answers: redirects are not followed'
  if (status >= 500) return 'look at the log of the content API; stored responses are served meanwhile'
  return 'see the contract, shared/api/README.md; check-api names what to send'
}

/** `list.0.title: expected text, got number (left out)` */
export function problemText({ field, problem, effect, count = 1 }: FieldProblem): string {
  const items = count > 1 ? `, ${count} items` : ''
  return `${[field, problem].filter(Boolean).join(': ')} (${effect}${items})`
}

/** The items that a reader has left out: those with the same field are one problem. */
export function leftOut(omitted: ContentError[]): FieldProblem[] {
  const byField = Map.groupBy(omitted, ({ field }) => withoutIndexes(field))
  return [...byField.values()].map(([first, ...others]) => {
    const { field, message: problem } = first!
    return { field, problem, effect: 'left out', count: 1 + others.length }
  })
}

/** `list.0.title` and `list.3.title` are one field. */
function withoutIndexes(field: string): string {
  return field.replace(/(?<=^|\.)\d+(?=\.|$)/g, '*')
}

/** Removes bidirectional controls and line separators too, which change how a line of the log looks. */
function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}
