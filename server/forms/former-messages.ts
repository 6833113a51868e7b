// Messages that version 0.1 stored beside the outbox, in a file and in Redis, become rows of the outbox. To be removed with 0.3.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FastifyBaseLogger } from 'fastify'
import { defaultLocale } from '../../shared/constants.ts'
import type { RedisClient } from '../cache/redis/client.ts'
import type { DiskOutbox } from './disk-outbox.ts'
import type { FormStores } from './form-stores.ts'
import type { Added } from './outbox.ts'
import { formsRoot, type RedisOutbox } from './redis-outbox.ts'
import type { Flag } from './spam-flags.ts'
import { formPath, type Submission } from './submission.ts'

/** `idempotencyKey` is empty for a message without one. */
type FormerMessage = {
  id: string
  name: string
  idempotencyKey: string
  body: string
  flags: string
  receivedAt: string
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
type Options = { dataDir: string; stores: FormStores; redis: RedisClient | undefined; log: Log }

const formerFile = (dataDir: string) => join(dataDir, 'forms.sqlite')
const [formerHash, formerTimes] = [`${formsRoot}:stored`, `${formsRoot}:stored-times`]
const atOnce = 100
const readMs = 10_000

/** At the start of a server, and those in Redis also after each connection. */
export async function moveFormerMessages({ dataDir, stores, redis, log }: Options): Promise<void> {
  await moveFile(dataDir, stores.disk, log)
  await stores.redis?.ready
  const outbox = stores.redis?.storeOnly
  if (!redis || !outbox) return
  const move = () =>
    moveHash(redis, outbox).catch((error: Error) => {
      log.warn({ reason: error.message }, 'form messages of the earlier version not moved yet')
    })
  redis.join({ onUp: () => void move() })
  if (redis.isUp()) await move()
}

/** The file is removed when its messages are synced to the disk. After a crash before that they are moved again, by their keys. */
async function moveFile(dataDir: string, disk: DiskOutbox, log: Log): Promise<void> {
  const file = formerFile(dataDir)
  if (!existsSync(file)) return
  try {
    const messages = readFile(file)
    await storeAll(messages, (submissions) => disk.importStored(submissions))
    rmSync(file)
    log.info({ dataDir, messages: messages.length }, 'form messages moved from forms.sqlite to outbox.sqlite')
  } catch (err) {
    log.error({ err, file }, 'form messages of the earlier version not moved: the file stays')
  }
}

/** Servers of the earlier version, and their messages, may be there until all are updated. */
async function moveHash(redis: RedisClient, outbox: RedisOutbox): Promise<void> {
  const records = Object.entries(await redis.run(readMs, (client) => client.hgetall(formerHash)))
  for (let start = 0; start < records.length; start += atOnce) {
    const some = records.slice(start, start + atOnce)
    const messages = some.map(([, json]): FormerMessage => JSON.parse(json))
    await storeAll(messages, (submissions) => Promise.all(submissions.map(outbox.store)))
    const fields = some.map(([field]) => field)
    await redis.run(readMs, (client) => client.hdel(formerHash, ...fields))
    await redis.run(readMs, (client) => client.zrem(formerTimes, ...fields))
  }
}

/** A key that has other content in the outbox is replaced by the id. */
async function storeAll(
  messages: FormerMessage[],
  store: (submissions: Submission[]) => Promise<Added[]>,
): Promise<void> {
  const added = await store(messages.map((message) => submissionOf(message)))
  const others = messages.filter((_, at) => added[at] === 'key reused')
  if (others.length > 0) await store(others.map((message) => submissionOf({ ...message, idempotencyKey: '' })))
}

function submissionOf({ id, name, idempotencyKey, body, flags, receivedAt }: FormerMessage): Submission {
  return {
    ...{ key: idempotencyKey || id, path: formPath(name), locale: defaultLocale, fingerprint: '', body },
    flags: flags.split(' ').filter(Boolean) as Flag[],
    receivedAt: Date.parse(receivedAt),
  }
}

/** What is in the write-ahead log is in the file then, so that no log is left behind. */
function readFile(file: string): FormerMessage[] {
  const database = new DatabaseSync(file, { timeout: 1000 })
  try {
    database.exec('pragma journal_mode = delete')
    const columns = database.prepare(`select name from pragma_table_info('submissions')`).all()
    if (columns.length === 0) return []
    const flags = columns.some(({ name }) => name === 'flags') ? 'flags' : `''`
    const sql = `select id, name, coalesce(idempotency_key, '') as idempotencyKey, body, ${flags} as flags,
      received_at as receivedAt from submissions order by received_at, rowid`
    return database.prepare(sql).all() as FormerMessage[]
  } finally {
    database.close()
  }
}
