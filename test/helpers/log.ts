// Loggers for tests: silent, or recording.
import pino, { type Logger } from 'pino'

export const silent: Logger = pino({ level: 'silent' })

export type LogLine = Record<string, unknown> & { level: number; msg: string }

/** A logger, and every line it wrote. */
export function createLog(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
