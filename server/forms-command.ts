// Entry: lists, exports, deletes and sends again what visitors have written. `npm run forms -- help` says how.
import { join } from 'node:path'
import pino from 'pino'
import { parseConfig } from './config.ts'
import { createFormStore } from './content/form-store.ts'
import { createCommands, usage } from './forms/commands.ts'
import { createDiskOutbox } from './forms/disk-outbox.ts'
import { createRedisForms } from './forms/redis-forms.ts'
import { outboxFile } from './forms/site-forms.ts'

const configurationError = 78
const usageError = 64

const parsed = parseConfig(process.env, join(import.meta.dirname, '../../server/content/sample'))
if ('problems' in parsed) {
  process.stderr.write(parsed.problems.map(({ name, problem }) => `${name} ${problem}\n`).join(''))
  process.exit(configurationError)
}

const { config } = parsed
const now = Date.now
const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
const redis = config.redisUrl ? await createRedisForms({ url: config.redisUrl, log, now }) : undefined
const disk = createDiskOutbox({ file: outboxFile(config.dataDir), now })
const store = createFormStore({ dataFile: join(config.dataDir, 'forms.sqlite'), now })
const run = createCommands({
  outboxes: redis ? [disk, redis.outbox] : [disk],
  store,
  retentionDays: config.formRetentionDays,
  now,
})

try {
  const answer = await run(process.argv.slice(2))
  if (answer === undefined) process.exitCode = usageError
  process[answer === undefined ? 'stderr' : 'stdout'].write(answer ?? usage)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  store.close()
  await disk.close()
  await redis?.close()
}
