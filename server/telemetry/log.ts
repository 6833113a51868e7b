// The log: JSON lines on standard output; readable lines in development. Writing never waits: a line that standard output does not
// accept is dropped and counted.
import { fstatSync, writeSync } from 'node:fs'
import type { LogFn, Logger } from 'pino'
import pino from 'pino'
import { isApiError } from '../../shared/errors.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'

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
  'err.command',
  'req',
  'request.headers',
]

type SiteLogOptions = {
  level: string
  isPretty: boolean
  /** Masks secrets in every line: messages of errors have words of the upstream. */
  withoutSecrets: (line: string) => string
  /** Receives the lines; it must not throw. */
  write: (line: string) => void
}

export function createSiteLog({ level, isPretty, withoutSecrets, write }: SiteLogOptions): Logger {
  const mayLog = createMinuteLimit(Date.now)
  const settings = {
    level,
    base: null,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
        const shown = withShortFailure(args, mayLog)
        if (shown) method.apply(this, shown)
      },
      streamWrite: withoutSecrets,
    },
  }
  return pino(settings, { write: isPretty ? (line: string) => write(prettyLine(line)) : write })
}

/**
 * The failure of an upstream repeats with every request, and faults.ts names it with what to do: what follows from it is one
 * line a minute for each event and kind of failure, without the stack. Undefined for no line.
 */
function withShortFailure(args: Parameters<LogFn>, mayLog: (key: string) => boolean) {
  const [fields, event = ''] = args
  const { err, ...others } = Object(fields) as { err?: unknown }
  if (!isApiError(err)) return args
  const { kind, status } = err
  const { message: reason } = pino.stdSerializers.err(err)
  const shown: Parameters<LogFn> = [{ ...others, reason, kind, status }, event]
  return mayLog(`${event} ${kind} ${status}`) ? shown : undefined
}

type Line = Record<string, unknown> & { level: number; time: number; err?: { stack?: string } }

/** `line`: one JSON object of pino. */
function prettyLine(line: string): string {
  const { level, time, msg = '', err, reqId: _reqId, ip: _ip, ...rest } = JSON.parse(line) as Line
  const clock = new Date(time).toTimeString().slice(0, 8)
  const about = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const words = [clock, pino.levels.labels[level]?.padEnd(5), msg, ...about].join(' ')
  return `${words}\n${err?.stack ? `${err.stack}\n` : ''}`
}

/** Shorter ones, and values of other header fields, may be ordinary words. */
const leastLength = 8
export type UpstreamAccess = { apiBase: string; apiToken: string; apiFields: Record<string, string> }
const credentials = /auth|cookie|key|pass|secret|sign|token/i

/**
 * Returns a function that replaces what no log line may contain by `***`, also as JSON and in URLs: tokens and secret header
 * fields of the content API, which it may repeat, and its address.
 */
export function createSecretMask({ apiBase, apiToken, apiFields }: UpstreamAccess) {
  const tokens = [apiToken, Buffer.from(apiToken).toString('base64')]
  const fields = Object.entries(apiFields).flatMap(([name, value]) =>
    credentials.test(name) ? [value, value.replace(/^\S+ +/, '')] : [],
  )
  const host = URL.canParse(apiBase) ? `//${new URL(apiBase).host}` : ''
  const texts = [...tokens, ...fields, host]
    .filter((text) => text.length >= leastLength)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), encodeURI(text)])
  const secrets = [...new Set(texts)].sort((a, b) => b.length - a.length)
  return (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text)
}

const mostPendingBytes = 262_144
const warnedMs = 600_000

export function createLogOutput(onDrop: () => void) {
  let droppedAt = Number.NEGATIVE_INFINITY
  let endsWithLine = true
  const { stdout } = process
  const status = fstatSync(stdout.fd)
  // A file, or a device such as /dev/null: the stream of Node.js would be destroyed by the first error.
  const isFile = !stdout.isTTY && !status.isFIFO() && !status.isSocket()
  stdout.on('error', () => {})

  /** Resumes after an error, for example when the disk has space again. */
  const writeToFile = (line: string) => {
    const bytes = Buffer.from(endsWithLine ? line : `\n${line}`)
    try {
      endsWithLine = writeSync(stdout.fd, bytes) === bytes.length
      return endsWithLine
    } catch {
      return false
    }
  }
  // A pipe without a reader is not written synchronously on Linux: what waits is bounded here.
  const writeToStream = (line: string) => {
    if (stdout.destroyed || stdout.writableLength > mostPendingBytes) return false
    stdout.write(line)
    return true
  }

  return {
    write(line: string): void {
      if (isFile ? writeToFile(line) : writeToStream(line)) return
      droppedAt = Date.now()
      onDrop()
    },
    /** The fault of the last minutes. */
    fault: () =>
      Date.now() - droppedAt < warnedMs ? 'standard output does not accept all lines' : undefined,
  }
}
