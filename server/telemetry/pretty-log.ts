// A line of the log as developers read it: time, level, what happened, and the rest beside it.

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const unspoken = ['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', 'trace', 'ip']

/** `line`: one JSON object of pino. */
export function prettyLine(line: string): string {
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
    .filter(([name]) => !unspoken.includes(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const words = [clock, (levels[level] ?? '').padEnd(5), msg, ...about].join(' ')
  return `${words}\n${err?.stack ? `${err.stack}\n` : ''}`
}
