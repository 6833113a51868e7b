// Messages that version 0.1 stored beside the outbox, in a file and in Redis, become rows of the outbox. To be removed with 0.3.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FastifyBaseLogger } from 'fastify'
import { defaultLanguages } from '../../shared/languages.ts'
import { openDatabase, transaction } from '../base/open-database.ts'
import type { RedisClient } from '../cache/redis/client.ts'
import { createDiskRows, schema, tableOf } from './disk-rows.ts'
import { type FormStores, outboxFile } from './form-stores.ts'
import type { Added, Outbox } from './outbox.ts'
import { formsRoot } from './redis-outbox.ts'
import { readFlags } from './spam-flags.ts'
import { formPath, type Submission } from './submission.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
type MoveFormerMessagesOptions = {
  dataDir: string
  stores: FormStores
  redis: RedisClient | undefined
  log: Log
}

/** Hashes of messages as JSON by key or id, and their times. */
const [formerHash, formerTimes] = [`${formsRoot}:stored`, `${formsRoot}:stored-times`]
const atOnce = 100
const readMs = 10_000

/** Called at the start, for Redis also after each connection: servers of the earlier version may run until all are updated. */
export async function moveFormerMessages({
  dataDir,
  stores,
  redis,
  log,
}: MoveFormerMessagesOptions): Promise<void> {
  moveFile(dataDir, log)
  const outbox = stores.redis?.withoutCopies
  if (!redis || !outbox) return
  const move = async () => {
    if (!redis.isUp()) return
    await moveHash(redis, outbox).catch((error: Error) => {
      log.warn({ reason: error.message }, 'form messages of the earlier version not moved yet')
    })
  }
  redis.onState(move)
  await move()
}

/** The file is removed when its messages are synced to the disk. After a crash before that they are moved again, by their keys. */
function moveFile(dataDir: string, log: Log): void {
  const file = join(dataDir, 'forms.sqlite')
  if (!existsSync(file)) return
  try {
    const messages = readFile(file)
    const outbox = openDatabase(outboxFile(dataDir), schema, true)
    const { store } = createDiskRows({ table: tableOf(undefined), copies: [], now: Date.now, leaseMs: 0 })
    try {
      transaction(outbox, () => {
        for (const message of messages)
          if (store(outbox, message) === 'key reused') store(outbox, renamed(message))
      })
    } finally {
      outbox.close()
    }
    rmSync(file)
    log.info({ dataDir, messages: messages.length }, 'form messages moved from forms.sqlite to outbox.sqlite')
  } catch (err) {
    log.error({ err, file }, 'form messages of the earlier version not moved: the file stays')
  }
}

async function moveHash(redis: RedisClient, outbox: Outbox): Promise<void> {
  const records = Object.entries(await redis.run(readMs, (client) => client.hgetall(formerHash)))
  const move = async (message: FormerMessage): Promise<Added> => {
    const added = await outbox.store(message)
    return added === 'key reused' ? outbox.store(renamed(message)) : added
  }
  for (let start = 0; start < records.length; start += atOnce) {
    const some = records.slice(start, start + atOnce)
    await Promise.all(some.map(([, json]) => move(messageOf(JSON.parse(json)))))
    const fields = some.map(([field]) => field)
    await redis.run(readMs, (client) => client.hdel(formerHash, ...fields))
    await redis.run(readMs, (client) => client.zrem(formerTimes, ...fields))
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
    return (database.prepare(sql).all() as FormerRow[]).map(messageOf)
  } finally {
    database.close()
  }
}

/** `idempotencyKey` is empty for a message without one. */
type FormerRow = Record<'id' | 'name' | 'idempotencyKey' | 'body' | 'flags' | 'receivedAt', string>
type FormerMessage = Submission & { id: string }

function messageOf({ id, name, idempotencyKey, body, flags, receivedAt }: FormerRow): FormerMessage {
  return {
    id,
    key: idempotencyKey || id,
    path: formPath(name),
    locale: defaultLanguages[0],
    fingerprint: '',
    body,
    flags: readFlags(flags),
    receivedAt: Date.parse(receivedAt),
  }
}

/** The message under its id, because its key has other content in the outbox. */
function renamed(message: FormerMessage): Submission {
  return { ...message, key: message.id }
}
