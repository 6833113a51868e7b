// Disk outbox: stored content, retention, leases.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import t from 'tap'
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import { keyLifetimeMs, leaseMs } from '../../server/forms/outbox.ts'
import { pauseAfter, type Submission } from '../../server/forms/submission.ts'
import { createFolder } from '../content/world.ts'

const delivered = { kind: 'delivered', response: { status: 200, body: '{"success":true}' } } as const

const submission = (key: string, text = 'SECRET'): Submission => ({
  key,
  path: '/api/home/form/x',
  locale: 'zh',
  fingerprint: '',
  flags: [],
  body: JSON.stringify({ text }),
  receivedAt: 0,
})

/** Both clocks advance together. */
const clocks = (clock: { now: number }) => ({ now: () => clock.now, monotonic: () => clock.now })

function createOutbox(t: Test) {
  const clock = { now: 1_000_000 }
  const folder = createFolder(t, {})
  const outbox = createDiskOutbox({ file: join(folder, 'deep/outbox.sqlite'), ...clocks(clock) })
  t.teardown(() => outbox.close())
  return { clock, folder: join(folder, 'deep'), outbox }
}

t.test('the outbox file is created with the first submission, readable by its owner only', async (t) => {
  const { outbox, folder } = createOutbox(t)
  t.match(await outbox.usage(), { waiting: 0, refused: 0, oldestMs: 0 })
  t.throws(() => readdirSync(folder))
  t.equal(await outbox.add(submission('a')), 'added')
  for (const name of readdirSync(folder)) t.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
})

t.test(
  'after its lease a submission can be claimed again, after a failure with a growing pause',
  async (t) => {
    const { outbox, clock } = createOutbox(t)
    await outbox.add(submission('a'))
    t.strictSame(await outbox.claim(9), [])
    clock.now += leaseMs
    const [claimed] = await outbox.claim(9)
    t.match(claimed, { submission: submission('a'), attempts: 2 })
    t.strictSame(await outbox.claim(9), [])
    await outbox.settle(claimed!, { kind: 'failed', reason: 'network' })
    clock.now += 1500
    t.strictSame(await outbox.claim(9), [])
    clock.now += 1000
    t.match(await outbox.claim(9), [{ attempts: 3 }])
    await outbox.settle(claimed!, { kind: 'failed', reason: '503', pauseMs: 60_000 })
    clock.now += 59_999
    t.strictSame(await outbox.claim(9), [], 'Retry-After of the origin')
    clock.now += 1
    t.equal((await outbox.claim(9)).length, 1)
  },
)

t.test('pauses double up to five minutes', async (t) => {
  const middle = () => 0.5
  const pauses = [1, 2, 3, 4, 9, 10, 1000].map((attempts) => pauseAfter(attempts, middle))
  t.strictSame(pauses, [1000, 2000, 4000, 8000, 256_000, 300_000, 300_000])
  t.strictSame([pauseAfter(1, () => 0), pauseAfter(1, () => 1)], [800, 1200])
})

t.test('after delivery only the key and the response are stored, for a week', async (t) => {
  const { outbox, clock, folder } = createOutbox(t)
  const one = submission('a')
  await outbox.add(one)
  await outbox.settle({ submission: one, attempts: 1 }, delivered)
  t.strictSame(await outbox.add(one), { key: 'a', state: 'delivered', response: delivered.response })
  t.equal(await outbox.add(submission('a', 'another')), 'key reused')
  await outbox.close()
  for (const name of readdirSync(folder))
    t.notMatch(readFileSync(join(folder, name)).toString('latin1'), 'SECRET')
  clock.now += keyLifetimeMs + 1
  const next = createDiskOutbox({ file: join(folder, 'outbox.sqlite'), ...clocks(clock) })
  t.teardown(() => next.close())
  await next.claim(1)
  t.equal(await next.add(one), 'added')
})

t.test('a submission returned to the visitor is deleted', async (t) => {
  const { outbox } = createOutbox(t)
  const one = submission('a')
  await outbox.add(one)
  await outbox.settle({ submission: one, attempts: 1 }, { ...delivered, kind: 'returned' })
  t.equal(await outbox.add(one), 'added')
})

t.test('submissions survive a restart, after which all are due', async (t) => {
  const { outbox, clock, folder } = createOutbox(t)
  await outbox.add(submission('a'))
  const next = createDiskOutbox({ file: join(folder, 'outbox.sqlite'), ...clocks(clock), resume: true })
  t.teardown(() => next.close())
  t.match(await next.claim(1), [{ submission: submission('a') }])
})

t.test('settle after close rejects and does not reopen the file', async (t) => {
  const { outbox } = createOutbox(t)
  await outbox.add(submission('a'))
  await outbox.close()
  await t.rejects(outbox.settle({ submission: submission('a'), attempts: 1 }, delivered), /closed/)
})

t.test('setting the wall clock, in both directions, changes neither pauses nor ages', async (t) => {
  const day = 24 * 3_600_000
  for (const step of [-day, day]) {
    const clock = { wall: 10 * day, monotonic: 0 }
    const pass = (ms: number) => {
      clock.wall += ms
      clock.monotonic += ms
    }
    const file = join(createFolder(t, {}), 'outbox.sqlite')
    const outbox = createDiskOutbox({ file, now: () => clock.wall, monotonic: () => clock.monotonic })
    t.teardown(() => outbox.close())
    const one = { ...submission('a'), receivedAt: clock.wall }
    await outbox.add(one)
    await outbox.settle({ submission: one, attempts: 1 }, { kind: 'failed', reason: '503', pauseMs: 60_000 })
    pass(10_000)
    clock.wall += step
    t.match(await outbox.usage(), { waiting: 1, oldestMs: 10_000 })
    pass(49_999)
    t.strictSame(await outbox.claim(9), [])
    pass(1)
    t.match(await outbox.claim(9), [{ attempts: 2 }])
    t.match(await outbox.usage(), { oldestMs: 60_000 })
  }
})
