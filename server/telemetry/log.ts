// The log of a process: JSON lines on standard output; in development lines for people.
import pino, { type Logger } from 'pino'
import { prettyLine } from './pretty-log.ts'

/** What must not get into a log even where somebody logs more than was agreed. Fixed paths: each line pays for them. */
const secrets = [
  ...['headers', 'body', 'cookie', 'authorization', 'password', 'token', 'fields'],
  ...['err.headers', 'err.body', 'err.config', 'err.command', 'req', 'request.headers'],
]

type Options = {
  level: string
  isPretty: boolean
  /** Where lines go instead. */
  write?: (line: string) => void
}

export function createSiteLog({ level, isPretty, write }: Options): Logger {
  const options = { level, redact: { paths: secrets, censor: '[redacted]' } }
  const out = write ?? ((line: string) => void process.stdout.write(line))
  if (isPretty) return pino(options, { write: (line: string) => out(prettyLine(line)) })
  return write ? pino(options, { write }) : pino(options)
}
