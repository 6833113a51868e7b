// Retention of form messages: at the start and every hour, with the number in the log.
import { join } from 'node:path'
import t from 'tap'
import { createRetention } from '../../server/base/retention.ts'
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import { createFormRetention } from '../../server/forms/form-stores.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'
import { createTestMessages } from '../helpers/messages.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 20)
const event = 'retention'

t.test('old messages of a local origin are deleted, at the start and when the time comes', async (t) => {
  const clock = { now: start }
  const now = () => clock.now
  const file = join(createFolder(t, {}), 'outbox.sqlite')
  const { disk, save: saveMessage } = createTestMessages({ file, now })
  t.teardown(disk.close)
  const save = (key: string) => saveMessage({ name: 'x', key, body: '{}', flags: '', locale: 'zh' })
  clock.now = start - 800 * dayMs
  await save('old')
  clock.now = start
  await save('new')
  const { log, lines } = createLog()
  const stores = { outboxes: () => [disk], outboxesOf: () => [] }
  const retention = createFormRetention({ stores, days: 730, log, now, monotonic: now })
  t.teardown(retention.close)
  const found = () => lines.filter(({ msg }) => msg === event)
  await until(() => found().length === 1)
  t.match(found()[0], { level: 30, what: 'form messages and their notifications', days: 730, deleted: 1 })
  t.strictSame(
    (await disk.list()).map(({ key }) => key),
    ['new'],
  )
  for (let day = 0; day <= 730; day++) clock.now += dayMs
  await until(() => found().length === 2)
  t.match(found()[1], { deleted: 1 })
  t.strictSame(await disk.list(), [])
})

t.test('a site deletes what the origin refused long ago, and nothing that waits', async (t) => {
  const clock = { now: start }
  const now = () => clock.now
  const dataDir = createFolder(t, {})
  const outbox = createDiskOutbox({ file: join(dataDir, 'outbox.sqlite'), now, monotonic: now })
  t.teardown(() => outbox.close())
  const submission = (key: string): Submission => ({
    key,
    path: '/api/home/form/x',
    locale: 'en',
    fingerprint: '',
    flags: [],
    body: '{}',
    receivedAt: start - 731 * dayMs,
  })
  for (const key of ['refused', 'waits']) await outbox.add(submission(key))
  const refused = { kind: 'refused', response: { status: 403, body: '' } } as const
  await outbox.settle({ submission: submission('refused'), attempts: 1 }, refused)
  const failed = { kind: 'failed', reason: '503', pauseMs: 3_600_000 } as const
  await outbox.settle({ submission: submission('waits'), attempts: 1 }, failed)
  const site = await createSmallSite(t, { config: { dataDir }, now })
  await until(() => site.lines.some(({ msg }) => msg === event))
  t.match(
    site.lines.filter(({ msg }) => msg === event),
    [{ days: 730, deleted: 1 }],
  )
  // The origin may have refused the other one by now.
  t.strictSame([...(await outbox.states(['refused', 'waits'])).keys()], ['waits'])
})

t.test('a clock that is set to another year deletes nothing within the hour', async (t) => {
  const clock = { wall: start, monotonic: 0 }
  const { log, lines } = createLog()
  const drops: number[] = []
  const retention = createRetention({
    days: 730,
    what: 'x',
    log,
    now: () => clock.wall,
    monotonic: () => clock.monotonic,
    drop: (before) => drops.push(before),
  })
  t.teardown(retention.close)
  const pass = (ms: number) => {
    clock.wall += ms
    clock.monotonic += ms
  }
  clock.wall += 20 * 365 * dayMs
  pass(3_600_000)
  await until(() => lines.some(({ msg }) => msg === 'retention: clock was set'))
  clock.wall -= 20 * 365 * dayMs
  pass(3_600_000)
  await until(() => lines.filter(({ msg }) => msg === 'retention: clock was set').length === 2)
  pass(3_600_000)
  await until(() => drops.length === 2)
  t.strictSame(drops, [start - 730 * dayMs, start + 3 * 3_600_000 - 730 * dayMs])
})

t.test('a store that fails is logged, and tried again an hour later', async (t) => {
  const clock = { now: start }
  const { log, lines } = createLog()
  let isBroken = true
  const retention = createRetention({
    days: 1,
    what: 'x',
    log,
    now: () => clock.now,
    monotonic: () => clock.now,
    drop: () => {
      if (isBroken) throw new Error('the disk is full')
      return 1
    },
  })
  t.teardown(retention.close)
  await until(() => lines.length === 1)
  t.match(lines[0], { level: 50, msg: 'retention failed', reason: 'the disk is full' })
  isBroken = false
  clock.now += 3_600_000
  await until(() => lines.length === 2)
  t.match(lines[1], { msg: event, deleted: 1 })
})
