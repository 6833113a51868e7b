// Faults: what an operator has to know and do, one list for the log, /readyz, the metric `site_fault`, alerts and check-api.
import type { FastifyBaseLogger } from 'fastify'
import type { ContentError } from '../../shared/content/content-error.ts'
import type { UpstreamCall } from '../base/content-source.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import type { Metrics } from './metrics.ts'

const byOperators = '`forms list` shows them, `forms retry` sends them when the cause is gone'

/** Each fault by its name, with what to do about it. */
export const faultActions = {
  'token refused': 'correct API_TOKEN or API_HEADERS: the content API refuses them',
  'contract broken': 'see the contract, shared/api/README.md; check-api names what to send',
  'redirect not followed': 'set API_BASE to the address that answers: redirects are not followed',
  'storing forbidden': 'send other caching fields, or set UPSTREAM_CACHE=policy',
  'API_BASE loop': 'set API_BASE to the address of the content API, not of this site',
  'upstream error': 'look at the log of the content API; stored responses are served meanwhile',
  'upstream unreachable': 'start the content API, or correct API_BASE',
  'upstream broken off':
    'find out why the content API breaks its responses off; stored responses are served meanwhile',
  'upstream slow': 'find out why the content API is slow or hangs; stored responses are served meanwhile',
  'upstream slots full': 'find out why the content API is slow, or add servers',
  'proxy not trusted': 'list the proxy in TRUST_PROXY, and let it send X-Forwarded-For',
  'forms not stored': 'free space on the disk of DATA_DIR, or make it writable',
  'forms not in Redis': 'make Redis durable and writable: see the table of its settings',
  'forms waiting': `look at the log of the content API; ${byOperators}`,
  'forms rejected': `correct API_TOKEN or FORM_NAME, or the content API; ${byOperators}`,
  'render slots full': 'add servers; compare site_upstream_seconds, and look for a flood of addresses',
  'log lines dropped': 'free the disk of the log, or read the standard output of the server',
  'disk full': 'free space on the disk of DATA_DIR',
  'sitemaps incomplete': 'divide the content: the sitemaps have the first pages alone',
} as const
export type FaultName = keyof typeof faultActions
/** Messages are lost; the server copes with all others. */
const mostUrgent: FaultName = 'forms not stored'

/** `field`: the one that is wrong. `problem`: what was expected. `not stored`: a success that its fields make useless in an outage. */
export type FieldProblem = {
  field: string
  problem: string
  effect: 'rejected' | 'left out' | 'not stored'
  status?: number
  /** Of the items that are left out. */
  count?: number
}

/** `problem`: in words of this server, without addresses. `key`: of its place, such as a call, whose latest fault counts. */
type Report = { problem: string; event: string; key?: string }

export type Faults = ReturnType<typeof createFaults>

const events: Record<FieldProblem['effect'], string> = {
  rejected: 'upstream response rejected',
  'left out': 'upstream response: invalid items left out',
  'not stored': 'upstream response not stored: without the upstream its pages fail',
}
const excerptLength = 200
const minuteMs = 60_000
const shownMs = 300_000

/** `withoutSecrets` masks secrets, which the upstream may repeat in its response. */
export function createFaults(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  metrics: Metrics,
  withoutSecrets: (text: string) => string = String,
  now = Date.now,
) {
  /** The latest one of each place. `text`: for /readyz. */
  const latest = new Map<string, { name: FaultName; problem: string; text: string; at: number }>()
  const states = new Map<FaultName, () => string | undefined>()
  const mayLog = createMinuteLimit(now)

  const write = (name: FaultName, event: string, fields: object, place = '') => {
    const level = name === mostUrgent ? 'error' : 'warn'
    if (mayLog(`${name} ${place}`)) log[level]({ fault: name, ...fields, action: faultActions[name] }, event)
  }
  /** Faults of the last minutes, and the states that last, which are logged as well. */
  const list = () => {
    const lasting = [...states].map(([name, textOf]) => ({ name, text: textOf() ?? '' }))
    const present = lasting.filter(({ text }) => text !== '')
    for (const { name, text } of present) write(name, name, { problem: text })
    return [...present, ...[...latest.values()].filter(({ at }) => now() - at < shownMs)]
  }
  metrics.watch('site_fault', () => {
    const present = new Set<string>(list().map(({ name }) => name))
    return Object.keys(faultActions).map((fault) => ({
      labels: { fault },
      value: Number(present.has(fault)),
    }))
  })

  return {
    list,
    /** A state: `textOf` says what is wrong now, if anything. */
    watch: (name: FaultName, textOf: () => string | undefined) => void states.set(name, textOf),
    /** An event: one line a minute, with `fields`. */
    report(name: FaultName, { problem, event, key = name }: Report, fields: Record<string, unknown> = {}) {
      const text = [fields['call'], problem].filter(Boolean).join(': ')
      latest.set(key, { name, problem, text, at: now() })
      write(name, event, { ...fields, problem })
    },
    /**
     * A response that cannot be used as it is: a breach of the contract has a line for each call, left-out items one for each field.
     * `path` has no visitor's words.
     */
    reportResponse(of: FieldProblem & { call: UpstreamCall; path: string; body?: Buffer }) {
      const { body = Buffer.alloc(0), ...given } = of
      const { call, path, field, effect, status, count } = given
      const name = faultOf(given)
      // May have words of the upstream, such as a content type.
      const problem = withoutSecrets(given.problem)
      if (effect === 'rejected') metrics.count('site_upstream_rejected_total', { call })
      const text = `${call}: ${problemText({ ...given, problem })}`
      latest.set(`${effect} ${call}`, { name, problem, text, at: now() })
      const place = effect === 'left out' ? `${call} ${path} ${withoutIndexes(field)}` : `${effect} ${call}`
      const characters = [...withoutSecrets(body.toString('utf8', 0, 4096))]
      const excerpt = escapeControls(characters.slice(0, excerptLength).join('')) || undefined
      const isOfCall = name === 'contract broken' || name === 'storing forbidden'
      const fields = { call, path, status, field, problem, count, excerpt }
      write(name, events[effect], fields, isOfCall ? place : '')
    },
    /** The reason of a failure of a call in the last minute. */
    reasonOf(call: UpstreamCall): string | undefined {
      const last = latest.get(`rejected ${call}`)
      return last && now() - last.at < minuteMs ? last.problem : undefined
    },
  }
}

export function faultOf({ effect, status = 200 }: FieldProblem): FaultName {
  if (effect === 'not stored') return 'storing forbidden'
  if (status === 401 || status === 403) return 'token refused'
  if (status === 508) return 'API_BASE loop'
  if (status >= 300 && status < 400) return 'redirect not followed'
  return status >= 500 || status === 429 ? 'upstream error' : 'contract broken'
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
