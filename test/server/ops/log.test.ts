// The process's log: nothing secret in it, and lines for people in development.
import t from 'tap'
import { createSiteLog } from '../../../server/telemetry/log.ts'

function createLog(isPretty: boolean) {
  const lines: string[] = []
  return { lines, log: createSiteLog({ level: 'info', isPretty, write: (line) => void lines.push(line) }) }
}

t.test('what carries secrets is taken out wherever it turns up', async (t) => {
  for (const isPretty of [false, true]) {
    const { log, lines } = createLog(isPretty)
    const secret = 'hunter2'
    for (const name of ['headers', 'body', 'cookie', 'authorization', 'password', 'token', 'fields', 'req'])
      log.warn({ [name]: { secret } }, 'said too much')
    log.error({ err: Object.assign(new Error('failed'), { headers: secret, body: secret }) }, 'failed')
    log.error({ request: { headers: secret, path: '/x' } }, 'failed')
    t.equal(lines.length, 10)
    t.notMatch(lines.join(), secret)
    t.match(lines.at(-1), '/x')
  }
})

t.test('in development a line is for people', async (t) => {
  const { log, lines } = createLog(true)
  log.info({ reqId: 'a', method: 'GET', url: '/news', status: 200, ms: 1.5 }, 'request')
  t.match(lines[0], /^\d\d:\d\d:\d\d info {2}request method=GET url=\/news status=200 ms=1.5\n$/)
  log.error({ err: new Error('no') }, 'failed')
  t.match(lines[1], /ERROR failed\nError: no\n {4}at /)
})
