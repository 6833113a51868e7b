// kill -9 of clients, server, origin and Redis at random points, a webhook that is down half of the time: every accepted submission
// is delivered exactly once and notified at least once, twice only after a kill of the server between sending and recording.
// Full run: CRASH_KILLS=200 CRASH_SUBMISSIONS=1000 npm run test:all -- test/forms/crash.long.test.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
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
import { channelGauge, exported, outboxGauge, runForms } from './world.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 5)
const submissions = Number(process.env['CRASH_SUBMISSIONS'] ?? 50)
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
const longestDelayMs = 80
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
  const file = join(folder, 'accepted')
  let [hits, siteKills] = [0, 0]

  for (let round = 0; round < kills; round++) {
    const from = Math.floor((submissions * round) / kills)
    const count = Math.floor((submissions * (round + 1)) / kills) - from
    const args = [join(import.meta.dirname, 'crash-client.ts'), base, file, `${from}`, `${count}`]
    const client = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const end = once(client, 'exit')
    await once(client, 'message')
    await delay(random.below(longestDelayMs))
    hook.respond.status = random.pick([200, 503] as const)
    const victim = random.pick(['visitor', 'site', 'origin', ...(redis ? ['redis' as const] : [])] as const)
    hits += Number(lines(file).filter((serial) => serial >= from).length < count)
    siteKills += Number(victim === 'site')
    if (victim === 'visitor') client.kill('SIGKILL')
    else await programs[victim].kill()
    await delay(random.below(longestDelayMs))
    if (victim !== 'visitor') await programs[victim].start()
    const [code] = await end
    if (victim !== 'visitor' || code !== null)
      t.equal(code, 0, `round ${round}: all got a response after ${victim}`)
  }

  const accepted = lines(file)
  const lost = async () => {
    const counts = await countsAt(content)
    return accepted.filter((serial) => !counts.has(serial))
  }
  const isEmpty = async (gauge: string) => {
    const response = await fetch(`${base}/metrics`)
    return (await response.text()).includes(`\n${gauge} 0\n`)
  }
  await until(async () => (await lost()).length === 0, { limitMs: recoveryMs }).catch(() => {})
  t.strictSame(await lost(), [], 'nothing that was accepted is lost')
  // Messages whose response a killed visitor never got are delivered as well.
  const areEmpty = async (gauge: (outbox: string) => string) =>
    (await isEmpty(gauge('disk'))) && (!redis || (await isEmpty(gauge('redis'))))
  await until(() => areEmpty((outbox) => outboxGauge('outbox', outbox)), { limitMs: recoveryMs })
  const counts = await countsAt(content)
  t.strictSame(
    [...counts].filter(([, count]) => count > 1),
    [],
    'nothing is there twice',
  )
  hook.respond.status = 200
  // Instead of the pauses after an hour of failures.
  await runForms('retry', settings)
  await until(() => areEmpty((outbox) => channelGauge('outbox', 'webhook', outbox)), { limitMs: recoveryMs })
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

/** The serial numbers that were accepted. */
function lines(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map(Number) : []
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
