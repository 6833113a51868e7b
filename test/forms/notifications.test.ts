// Notifications on the disk and in Redis: isolation of the channels, restarts, commands.
import { join } from 'node:path'
import type { Test } from 'tap'
import t from 'tap'
import { createCommands } from '../../server/commands/forms.ts'
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import { channelNames, leaseMs, type Outbox } from '../../server/forms/outbox.ts'
import { createRedisForms } from '../../server/forms/redis-forms.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createClient } from '../cache-redis/clients.ts'
import { isRedisMissing, startDurableRedis } from '../cache-redis/redis-server.ts'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { createLog } from '../helpers/log.ts'
import { createMailServer } from '../helpers/mail-server.ts'
import { notificationConfig } from '../helpers/notifications.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'

const start = Date.UTC(2026, 10, 20)
const hourMs = 3_600_000
const delivered = { kind: 'delivered', response: { status: 200, body: '{"success":true}' } } as const
const failed = { kind: 'failed', reason: '503' } as const

const submission = (key: string): Submission => ({
  key,
  path: '/api/home/form/:name',
  locale: 'en',
  fingerprint: 'SECRET',
  flags: [],
  receivedAt: start,
  body: JSON.stringify({ name: key }),
})

/** The outbox of the delivery and that of a channel, in one store. */
type Pair = { outbox: Outbox; email: Outbox; pass: (ms: number) => void }

async function createDiskPair(t: Test): Promise<Pair> {
  const clock = { now: start }
  const now = () => clock.now
  const options = { file: join(temporaryFolder(t), 'outbox.sqlite'), now, monotonic: now }
  const outbox = createDiskOutbox({ ...options, copyTo: ['email'] })
  const email = createDiskOutbox({ ...options, channel: 'email' })
  t.teardown(() => Promise.all([outbox.close(), email.close()]))
  const pass = (ms: number) => {
    clock.now += ms
  }
  return { outbox, email, pass }
}

const shortLeaseMs = 200

async function createRedisPair(t: Test): Promise<Pair> {
  const { url } = await startDurableRedis(t)
  const redis = await createClient(t, { url })
  const options = { redis, log: createLog().log, leaseMs: shortLeaseMs }
  const forms = await createRedisForms({ ...options, copyTo: ['email'] })
  return { outbox: forms.outbox, email: forms.outboxOf('email'), pass: () => {} }
}

const stores = {
  disk: { createPair: createDiskPair, leaseMs },
  redis: { createPair: createRedisPair, leaseMs: shortLeaseMs },
}

for (const [store, { createPair, leaseMs }] of Object.entries(stores)) {
  const isSkipped = store === 'redis' && isRedisMissing(t)
  const test = (name: string, run: (t: Test, pair: Pair) => Promise<void>) =>
    !isSkipped && t.test(`${store}: ${name}`, async (t) => run(t, await createPair(t)))

  test('a copy is due when the first attempt is settled, and has its own state', async (t, pair) => {
    const { outbox, email } = pair
    await outbox.add(submission('k'))
    t.strictSame(await email.claim(9), [])
    await outbox.settle({ submission: submission('k'), attempts: 1 }, failed)
    const [claimed] = await email.claim(9)
    t.match(claimed, { submission: { ...submission('k'), fingerprint: '' }, attempts: 1 })
    await outbox.settle({ submission: submission('k'), attempts: 2 }, delivered)
    t.strictSame(await email.claim(9), [], 'a later attempt to deliver does not make it due again')
    t.match([await outbox.usage(), await email.usage()], [{ waiting: 0 }, { waiting: 1 }])
    t.match(await email.list(), [{ key: 'k', state: 'waiting', body: '{"name":"k"}' }])
    await email.settle(claimed!, delivered)
    t.strictSame(await email.list(), [])
    t.strictSame(await email.states(['k', 'unknown']), new Map([['k', 'delivered']]))
    t.match(await outbox.add(submission('k')), { state: 'delivered' })
    t.match(await email.usage(), { waiting: 0 })
  })

  test('a message of a local origin is stored once, and its copy is due at once', async (t, pair) => {
    const { outbox, email } = pair
    t.equal(await outbox.store(submission('k')), 'added')
    t.strictSame(await outbox.store(submission('k')), { key: 'k', state: 'stored' })
    t.equal(await outbox.store({ ...submission('k'), body: '{}' }), 'key reused')
    t.match(await email.claim(9), [{ submission: { key: 'k', fingerprint: '' }, attempts: 1 }])
    t.strictSame(await outbox.claim(9), [], 'delivered to nobody')
    t.match(await outbox.usage(), { waiting: 0, refused: 0 })
    t.match(await outbox.list(), [{ key: 'k', state: 'stored', body: '{"name":"k"}' }])
    t.equal(await outbox.retry(), 0)
    t.equal(await outbox.drop(start), 0)
    t.equal(await outbox.drop(start + 1), 1)
    t.strictSame(await outbox.list(), [])
  })

  test('a submission that waits, was refused or was delivered is stored under its key', async (t, {
    outbox,
  }) => {
    const [waits, refused, sent] = ['waits', 'refused', 'sent'].map(submission)
    for (const one of [waits!, refused!, sent!]) await outbox.add(one)
    await outbox.settle({ submission: refused!, attempts: 1 }, { ...delivered, kind: 'refused' })
    await outbox.settle({ submission: sent!, attempts: 1 }, delivered)
    for (const one of [waits!, refused!, sent!])
      t.strictSame(await outbox.store(one), { key: one.key, state: 'stored' })
    await outbox.settle({ submission: waits!, attempts: 1 }, delivered)
    t.strictSame(
      (await outbox.list()).map(({ key, state, body }) => [key, state, body]).sort(),
      ['refused', 'sent', 'waits'].map((key) => [key, 'stored', JSON.stringify({ name: key })]),
    )
    t.match(await outbox.usage(), { waiting: 0, refused: 0 })
  })

  test('without a settled attempt a copy is due after the lease', async (t, pair) => {
    const { outbox, email, pass } = pair
    await outbox.add(submission('k'))
    pass(leaseMs)
    let claimed = await email.claim(9)
    await until(async () => {
      if (claimed.length === 0) claimed = await email.claim(9)
      return claimed.length === 1
    })
    t.match(claimed, [{ submission: { key: 'k' }, attempts: 1 }])
  })

  test('a submission returned to the visitor has no copy', async (t, { outbox, email }) => {
    await outbox.add(submission('k'))
    await email.claim(9)
    await outbox.settle({ submission: submission('k'), attempts: 1 }, { ...delivered, kind: 'returned' })
    t.match(await email.usage(), { waiting: 0, refused: 0 })
    t.equal(await outbox.add(submission('k')), 'added')
    t.match(await email.usage(), { waiting: 1 })
  })

  test('drop deletes what a channel refused and what waits for it', async (t, { outbox, email, pass }) => {
    for (const key of ['refused', 'waits', 'sent']) {
      await outbox.add(submission(key))
      await outbox.settle({ submission: submission(key), attempts: 1 }, delivered)
    }
    const claimed = await email.claim(9)
    const find = (key: string) => claimed.find(({ submission }) => submission.key === key)!
    await email.settle(find('refused'), { kind: 'refused', response: { status: 554, body: '' } })
    await email.settle(find('sent'), delivered)
    t.match(await email.usage(), { waiting: 1, refused: 1 })
    pass(hourMs)
    t.equal(await email.drop(start), 0)
    // Redis counts the age of what waits by its own clock.
    t.equal(await email.drop(Date.now() + hourMs), 2)
    t.match(await email.usage(), { waiting: 0, refused: 0 })
  })
}

t.test(
  'a channel that is down holds up neither the other nor the origin, and gets everything after',
  async (t) => {
    const [mail, hook] = [await createMailServer(t), await createWebhookServer(t)]
    const env = { SMTP_URL: mail.url, NOTIFY_TO: 'a@b.example', NOTIFY_URL: hook.url }
    const clock = { now: start }
    const config = { ...notificationConfig(env), formRateLimit: 0 }
    const site = await createSmallSite(t, { config, now: () => clock.now })
    await mail.close()
    const keys = Array.from({ length: 12 }, (_, at) => `k-${at}`)
    for (const key of keys) {
      t.equal((await call(site, { ...typed, topic: key }, { 'idempotency-key': key })).statusCode, 200)
      clock.now += hourMs / keys.length
    }
    const hooked = () => hook.requests.map(({ body }) => JSON.parse(body).message.key)
    await until(() => hook.requests.length === keys.length)
    t.strictSame(new Set(hooked()), new Set(keys))
    t.equal(mail.mails.length, 0)
    await mail.restart()
    await until(() => {
      clock.now += 60_000
      return mail.mails.length >= keys.length
    })
    const mailed = mail.mails.map(({ fields }) => fields.get('subject')?.[0]?.split(' – ').at(-1))
    t.strictSame(mailed.sort(), [...keys].sort())
    await until(async () => (await site.get('/metrics')).body.includes('channel="email",outbox="disk"} 0\n'))
    t.strictSame(formsAt(site.origin).length, keys.length, 'the origin has each once')
    t.equal(hook.requests.length, keys.length)
  },
)

t.test('what a server could not send is sent after a restart, by e-mail configured anew', async (t) => {
  const mail = await createMailServer(t)
  const dataDir = temporaryFolder(t)
  const config = { ...notificationConfig({ SMTP_URL: mail.url, NOTIFY_TO: 'a@b.example' }), dataDir }
  await mail.close()
  const first = await createSmallSite(t, { config })
  first.origin.answer(formCall, status(500))
  t.equal((await call(first, typed)).statusCode, 202)
  await until(() => first.lines.some(({ msg }) => msg === 'notification not sent yet'))
  await first.app.close()
  await mail.restart()
  const second = await createSmallSite(t, { config })
  await until(() => mail.mails.length === 1 && formsAt(second.origin).length === 1)
})

t.test('forms list shows delivery and notifications; retry sends refused notifications again', async (t) => {
  const dataDir = temporaryFolder(t)
  const now = () => start
  const options = { file: join(dataDir, 'outbox.sqlite'), now, monotonic: now }
  const outbox = createDiskOutbox({ ...options, copyTo: channelNames })
  const channels = channelNames.map((channel) => ({
    channel,
    outboxes: [createDiskOutbox({ ...options, channel })],
  }))
  const [email, webhook] = channels.map(({ outboxes }) => outboxes[0]!)
  t.teardown(() => Promise.all([outbox, email!, webhook!].map((one) => one.close())))
  const commands = createCommands({ outboxes: [outbox], channels, retentionDays: 730, now })
  const run = (line: string) => commands(line.split(' '))
  await outbox.store(submission('stored'))
  for (const key of ['elsewhere', 'waits']) await outbox.add(submission(key))
  await outbox.settle({ submission: submission('elsewhere'), attempts: 1 }, delivered)
  for (const claimed of await email!.claim(9)) {
    const isRefused = claimed.submission.key === 'elsewhere'
    await email!.settle(claimed, isRefused ? { ...delivered, kind: 'refused' } : delivered)
  }
  for (const claimed of await webhook!.claim(9)) await webhook!.settle(claimed, failed)
  const time = '2026-11-20T00:00:00.000Z'
  const lines = (await run('list'))?.split('\n').sort()
  t.strictSame(lines, [
    '',
    `${time}  delivered  :name  H2YP5SHJ  elsewhere  email:refused  webhook:waiting  elsewhere`,
    `${time}  stored     :name  WJ39Z8XK  stored  email:sent  webhook:waiting  stored`,
    `${time}  waiting    :name  MN65Y33J  waits  email:waiting  webhook:waiting  waits`,
  ])
  t.strictSame(
    JSON.parse((await run('export --format json')) ?? '')
      .map(({ state }: { state: string }) => state)
      .sort(),
    ['stored', 'waiting'],
    'an export has each message once',
  )
  t.equal(await run('retry'), '1 and 5 notifications to be sent again by the running server\n')
  t.match(await email!.claim(9), [{}, {}])
  t.match(await run('delete --older-than 0'), '0 deleted')
})

t.test('forms test sends by each channel, and fails with the reason', async (t) => {
  const [mail, hook] = [await createMailServer(t), await createWebhookServer(t)]
  const { runCommand, distEnv } = await commandWorld(t)
  const env = { SMTP_URL: mail.url, NOTIFY_TO: 'a@b.example', NOTIFY_URL: `${hook.url}/x` }
  t.match(await runCommand({ ...distEnv, ...env }), { code: 0, stdout: 'email: sent\nwebhook: sent\n' })
  t.match(mail.mails[0]?.text, 'This is a test notification')
  t.equal(hook.requests.length, 1)
  hook.respond.status = 404
  const rejected = await runCommand({ ...distEnv, ...env })
  t.match(rejected, { code: 1, stderr: 'email: sent\nwebhook: not sent, status 404\n' })
  t.match(await runCommand(distEnv), { code: 1, stderr: /no notifications are configured/ })
})

async function commandWorld(t: Test) {
  const { execFile } = await import('node:child_process')
  const { distDir } = await import('../helpers/site.ts')
  const distEnv: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: temporaryFolder(t),
    SITE_URL: 'https://www.company.example',
  }
  const runCommand = (env: Record<string, string>) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const args = [join(distDir, 'server/main.js'), 'forms', 'test']
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      )
    })
  return { runCommand, distEnv }
}

if (!isRedisMissing(t)) {
  t.test(
    'several servers and one Redis: each notification is sent once, also by another server',
    async (t) => {
      const redis = await startDurableRedis(t)
      const hook = await createWebhookServer(t)
      const config = {
        ...notificationConfig({ NOTIFY_URL: hook.url }),
        redisUrl: redis.url,
        formRateLimit: 0,
      }
      hook.respond.status = 503
      const first = await createSmallSite(t, { config })
      const keys = Array.from({ length: 6 }, (_, at) => `k-${at}`)
      for (const key of keys)
        t.equal((await call(first, { ...typed, topic: key }, { 'idempotency-key': key })).statusCode, 200)
      await until(() => hook.requests.length > 0)
      await first.app.close()
      hook.respond.status = 200
      const from = hook.requests.length
      const servers = await Promise.all([createSmallSite(t, { config }), createSmallSite(t, { config })])
      const sent = () => hook.requests.slice(from).map(({ body }) => JSON.parse(body).message.key)
      await until(() => sent().length >= keys.length)
      await until(async () => {
        const { body } = await servers[0].get('/metrics')
        return body.includes('site_form_notification_outbox{channel="webhook",outbox="redis"} 0\n')
      })
      t.strictSame(sent().sort(), keys)
      t.notMatch(JSON.stringify(await redis.look.keys('*')), /^(?!.*\{site-forms:1\}).*notify/)
    },
  )
}
