// Retention of form messages: at the start and every hour, with the number in the log.
import t from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, typed } from '../helpers/form.ts'
import type { LogLine } from '../helpers/log.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { exported } from './world.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 20)
const linesOf = ({ lines }: { lines: LogLine[] }) =>
  lines.filter(({ msg }) => msg === 'retention: form messages')

t.test('old messages of the content folder are deleted, at the start and when the time comes', async (t) => {
  const clock = { now: start - 731 * dayMs }
  const dataDir = temporaryFolder(t)
  const options = { folder: smallFolder, dataDir, now: () => clock.now, watch: false }
  const first = await createEmbeddedSite(t, options)
  await call(first, typed, { 'idempotency-key': 'old' })
  await first.close()
  clock.now = start
  const site = await createEmbeddedSite(t, options)
  await call(site, typed, { 'idempotency-key': 'new' })
  await until(() => linesOf(site).length === 1)
  const about = { level: 30, days: 730, deleted: 1 }
  t.match(linesOf(site), [about])
  t.match(await exported({ DATA_DIR: dataDir }), [{ id: 'new' }])
  clock.now += 731 * dayMs
  await until(() => linesOf(site).length === 2)
  t.match(linesOf(site)[1], { deleted: 1 })
  t.strictSame(await exported({ DATA_DIR: dataDir }), [])
})
