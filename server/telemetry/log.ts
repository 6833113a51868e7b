// The log: JSON lines on standard output; readable lines in development.
import type { LogFn, Logger } from 'pino'
import pino from 'pino'
import { isApiError } from '../../shared/errors.ts'
import { isUpstreamError } from '../base/upstream-error.ts'

/** Redacted fields, in case a log call contains too much. Fixed paths, because each line pays for them. */
const secrets = [
  'headers',
  'body',
  'cookie',
  'authorization',
  'password',
  'token',
  'fields',
  'err.headers',
  'err.body',
  'err.config',
  'err.command',
  'req',
  'request.headers',
]

type SiteLogOptions = {
  level: string
  isPretty: boolean
  /** Masks secrets in every line, see secret-mask.ts: messages of errors have words of the upstream. */
  withoutSecrets?: (line: string) => string
  /** Receives the lines; it must not throw. */
  write: (line: string) => void
  /** Milliseconds since 1970. */
  now?: () => number
}

export function createSiteLog(options: SiteLogOptions): Logger {
  const { level, isPretty, withoutSecrets, write, now = Date.now } = options
  const settings = {
    level,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
    hooks: {
      logMethod: createUpstreamLines(now),
      ...(withoutSecrets && { streamWrite: withoutSecrets }),
    },
  }
  return pino(settings, { write: isPretty ? (line: string) => write(prettyLine(line)) : write })
}

const repeatMs = 60_000

/**
 * A failure of the upstream repeats with every request: it is one line for each event, kind of failure and minute, without the
 * stack. `suppressed` counts the lines that were left out before.
 */
function createUpstreamLines(now: () => number) {
  const lines = new Map<string, { at: number; suppressed: number }>()
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields, event = ''] = args
    const { err, ...others } = Object(fields) as { err?: unknown; call?: string }
    if (!isApiError(err) && !isUpstreamError(err)) {
      method.apply(this, args)
      return
    }
    const key = `${event} ${others.call} ${err.kind} ${err.status}`
    const { at, suppressed } = lines.get(key) ?? { at: Number.NEGATIVE_INFINITY, suppressed: 0 }
    const isRepeated = now() - at < repeatMs
    lines.set(key, isRepeated ? { at, suppressed: suppressed + 1 } : { at: now(), suppressed: 0 })
    if (isRepeated) return
    const { kind, status } = err
    const { message } = pino.stdSerializers.err(err)
    method.apply(this, [
      { ...others, err: { message, kind, status }, ...(suppressed > 0 && { suppressed }) },
      event,
    ])
  }
}

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const omitted = ['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', 'ip']

/** `line`: one JSON object of pino. */
function prettyLine(line: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    ...rest
  } = JSON.parse(line) as Record<string, unknown> & {
    level: number
    time: number
    err?: { stack?: string }
  }
  const clock = new Date(time).toTimeString().slice(0, 8)
  const about = Object.entries(rest)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const words = [clock, (levels[level] ?? '').padEnd(5), msg, ...about].join(' ')
  return `${words}\n${err?.stack ? `${err.stack}\n` : ''}`
}
