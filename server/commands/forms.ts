// forms: lists, exports, deletes and sends again what visitors have written.
import { join } from 'node:path'
import pino from 'pino'
import { createFormStore } from '../content/form-store.ts'
import { createCommands, usage } from '../forms/commands.ts'
import { createDiskOutbox } from '../forms/disk-outbox.ts'
import { createRedisForms } from '../forms/redis-forms.ts'
import { outboxFile } from '../forms/site-forms.ts'
import { type Command, exitCodes, readConfig } from './command.ts'

export { usage }

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const now = Date.now
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const redis = config.redisUrl ? await createRedisForms({ url: config.redisUrl, log }) : undefined
  const disk = createDiskOutbox({ file: outboxFile(config.dataDir), now, monotonic: () => performance.now() })
  const store = createFormStore({ dataFile: join(config.dataDir, 'forms.sqlite'), now })
  const ask = createCommands({
    outboxes: redis ? [disk, redis.outbox] : [disk],
    store,
    retentionDays: config.formRetentionDays,
    now,
  })
  try {
    const answer = await ask(args)
    process[answer === undefined ? 'stderr' : 'stdout'].write(answer ?? usage)
    return answer === undefined ? exitCodes.usage : exitCodes.done
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return exitCodes.failed
  } finally {
    store.close()
    await disk.close()
    await redis?.close()
  }
}
