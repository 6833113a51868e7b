// kill -9 of server, origin and Redis, and visitors who leave, at random points, a webhook that is down half of the time: every
// accepted submission is delivered exactly once and notified at least once, twice only after a kill of the server between sending
// and recording.
// Full run: CRASH_KILLS=200 CRASH_SUBMISSIONS=1000 npm run test:all -- test/forms/crash.long.test.ts
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import t from 'tap'
import { isRedisMissing, startDurableRedis } from '../cache-redis/redis-server.ts'
import { createFolder } from '../content/world.ts'
import { freePort } from '../helpers/free-port.ts'
import { createRandom } from '../helpers/random.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer, type Received } from '../helpers/webhook-server.ts'
import { startProgram } from '../server/commands/process.ts'
import { exported, gauge, runForms } from './world.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 5)
const submissions = Number(process.env['CRASH_SUBMISSIONS'] ?? 50)
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
const longestDelayMs = 80
const responseMs = 8000
/** The longest pause between two attempts, and some. */
const recoveryMs = 330_000

/** A program of the site that is killed and started again. */
async function createProgram(t: Test, env: Record<string, string>, args: string[] = []) {
  const options = { args }
  const settings = { LOG_LEVEL: 'fatal', ...env }
  let running = await startProgram(t, settings, options)
  return {
    async kill() {
      running.child.kill('SIGKILL')
      await running.ended
    },
    async start() {
      running = await startProgram(t, settings, options)
    },
  }
}

/** Attempts of one worker at once, which a kill may repeat. */
const mostAtOnce = 4

for (const store of ['disk', 'redis'] as const)
  if (store === 'disk' || !isRedisMissing(t))
    t.test(`${store}: ${kills} kills during ${submissions} submissions, seed ${seed}`, (t) => crash(t, store))

async function crash(t: Test, store: 'disk' | 'redis') {
  const redis = store === 'redis' ? await startDurableRedis(t) : undefined
  const random = createRandom(seed)
  const folder = createFolder(t, {})
  const [sitePort, originPort] = [String(await freePort()), String(await freePort())]
  const [base, originUrl] = [`http://127.0.0.1:${sitePort}`, `http://127.0.0.1:${originPort}`]
  const content = { CONTENT_DIR: smallFolder, DATA_DIR: join(folder, 'origin'), PORT: originPort }
  const origin = await createProgram(t, content, ['origin'])
  const hook = await createWebhookServer(t)
  const settings = {
    API_BASE: originUrl,
    DATA_DIR: join(folder, 'site'),
    PORT: sitePort,
    FORM_RATE_LIMIT: '0',
    NOTIFY_URL: hook.url,
    REDIS_URL: redis?.url ?? '',
  }
  const site = await createProgram(t, settings)
  const none = async () => {}
  const programs = { site, origin, redis: { kill: redis?.kill ?? none, start: redis?.restart ?? none } }
  /** The serial numbers of accepted messages. */
  const accepted: number[] = []
  let [hits, siteKills] = [0, 0]

  for (let round = 0; round < kills; round++) {
    const from = Math.floor((submissions * round) / kills)
    const count = Math.floor((submissions * (round + 1)) / kills) - from
    const visitors = new AbortController()
    const serials = Array.from({ length: count }, (_, at) => from + at)
    const ended = Promise.all(
      serials.map((serial, at) => sendUntilAccepted(base, serial, at * 5, visitors.signal)),
    )
    await delay(random.below(longestDelayMs))
    hook.respond.status = random.pick([200, 503] as const)
    const victim = random.pick(['visitors', 'site', 'origin', ...(redis ? ['redis' as const] : [])] as const)
    siteKills += Number(victim === 'site')
    if (victim === 'visitors') visitors.abort()
    else {
      await programs[victim].kill()
      await delay(random.below(longestDelayMs))
      await programs[victim].start()
    }
    const responses = await ended
    hits += Number(responses.some(({ hasFailed }) => hasFailed))
    accepted.push(...serials.filter((_, at) => responses[at]!.isAccepted))
  }

  const lost = async () => {
    const counts = await countsAt(content)
    return accepted.filter((serial) => !counts.has(serial))
  }
  const isEmpty = async (name: string) => {
    const response = await fetch(`${base}/metrics`)
    return (await response.text()).includes(`\n${name} 0\n`)
  }
  await until(async () => (await lost()).length === 0, { limitMs: recoveryMs }).catch(() => {})
  t.strictSame(await lost(), [], 'nothing that was accepted is lost')
  // Messages whose response a killed visitor never got are delivered as well.
  const areEmpty = async (nameOf: (outbox: string) => string) =>
    (await isEmpty(nameOf('disk'))) && (!redis || (await isEmpty(nameOf('redis'))))
  await until(() => areEmpty((outbox) => gauge('outbox', 'upstream', outbox)), { limitMs: recoveryMs })
  const counts = await countsAt(content)
  t.strictSame(
    [...counts].filter(([, count]) => count > 1),
    [],
    'nothing is there twice',
  )
  hook.respond.status = 200
  // Instead of the pauses after an hour of failures.
  await runForms('retry', settings)
  await until(() => areEmpty((outbox) => gauge('outbox', 'webhook', outbox)), { limitMs: recoveryMs })
  const notified = hook.requests.filter(({ status }) => status === 200)
  const notifiedSerials = new Set(notified.map(serialOf))
  const unnotified = accepted.filter((serial) => !notifiedSerials.has(serial))
  t.strictSame(unnotified, [], 'every accepted message was notified')
  const unknown = [...notifiedSerials].filter((serial) => !counts.has(serial))
  t.strictSame(unknown, [], 'and only what the upstream has')
  const repeated = notified.length - notifiedSerials.size
  // A write that Redis has executed too late is on the disk too.
  if (!redis)
    t.ok(
      repeated <= (siteKills + 1) * mostAtOnce,
      `${repeated} repeated after ${siteKills} kills of the site`,
    )
  const keys = new Set(hook.requests.map((one) => `${serialOf(one)} ${one.headers['idempotency-key']}`))
  const serials = new Set(hook.requests.map(serialOf))
  t.equal(keys.size, serials.size, 'each under one key')
  t.comment(`${accepted.length} accepted, ${counts.size} with the upstream`)
  t.comment(`${hits} of ${kills} kills came while something was under way`)
}

/**
 * Sends a message until it is accepted, or its visitor leaves: even serial numbers by the JSON call with a key, odd ones as form
 * posts without JavaScript.
 */
async function sendUntilAccepted(base: string, serial: number, pauseMs: number, visitor: AbortSignal) {
  const isCall = serial % 2 === 0
  const url = isCall ? `${base}/api/home/form/:name` : `${base}/en/contact`
  const fields = { name: 'a', contact: 'a@b.example', message: `serial ${serial}`, consent: 'yes' }
  const json = { 'content-type': 'application/json', 'idempotency-key': `key-${serial}` }
  const headers = isCall ? json : { accept: 'text/html' }
  const body = isCall ? JSON.stringify(fields) : new URLSearchParams(fields)
  await delay(pauseMs)
  let hasFailed = false
  while (!visitor.aborted) {
    const signal = AbortSignal.any([visitor, AbortSignal.timeout(responseMs)])
    const sent = fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal })
    const status = await sent.then(statusAfterBody).catch(() => 0)
    if ([200, 202, 303].includes(status)) return { hasFailed, isAccepted: true }
    if (status !== 0 && status !== 503) throw new Error(`serial ${serial}: ${status}`)
    hasFailed = true
    await delay(50)
  }
  return { hasFailed, isAccepted: false }
}

async function statusAfterBody(response: Response): Promise<number> {
  await response.text()
  return response.status
}

/** How often the upstream received each serial number, whatever its key. */
async function countsAt(env: Record<string, string>): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const { fields } of await exported(env)) {
    const serial = Number(/serial (\d+)/.exec(fields['message'] ?? '')?.[1])
    counts.set(serial, (counts.get(serial) ?? 0) + 1)
  }
  return counts
}

function serialOf({ body }: Received): number {
  return Number(/serial (\d+)/.exec(body)?.[1])
}
