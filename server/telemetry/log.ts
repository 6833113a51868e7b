// The log: JSON lines on standard output; readable lines in development.
import type { Logger } from 'pino'
import pino from 'pino'

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
  /** Masks secrets in every line, see secret-mask.ts: messages of errors have words of the origin. */
  withoutSecrets?: (line: string) => string
  /** Receives the lines instead of standard output. */
  write?: (line: string) => void
}

export function createSiteLog(options: SiteLogOptions): Logger {
  const { level, isPretty, withoutSecrets, write } = options
  const settings = {
    level,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
    ...(withoutSecrets && { hooks: { streamWrite: withoutSecrets } }),
  }
  if (isPretty) {
    const out = write ?? terminal()
    return pino(settings, { write: (line: string) => out(prettyLine(line)) })
  }
  return write ? pino(settings, { write }) : pino(settings)
}

/** Lines for a terminal that has been closed are lost: the server must still end in order. */
function terminal() {
  process.stdout.on('error', () => {})
  return (line: string) => void process.stdout.write(line)
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
