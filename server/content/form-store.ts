// Submitted forms, stored so that an acknowledged one survives a crash.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Submission = { name: string; idempotencyKey: string | undefined; body: string }
export type FormStore = ReturnType<typeof createFormStore>

const lockTimeoutMs = 1000

/** `dataFile` is made with the first submission; `:memory:` keeps none. `now` in milliseconds. */
export function createFormStore({ dataFile, now }: { dataFile: string; now: () => number }) {
  let database: DatabaseSync | undefined

  function close(): void {
    database?.close()
    database = undefined
  }

  return {
    /** The new id, or the first one of the same key; throws when the disk does. */
    save(submission: Submission): { id: string } | 'key reused' {
      try {
        database ??= open(dataFile)
        return insert(database, submission, now())
      } catch (error) {
        // The next submission begins with a new connection: the disk may have come back.
        close()
        throw error
      }
    },
    close,
  }
}

function open(dataFile: string): DatabaseSync {
  // What visitors wrote is nobody else's on this machine.
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(dataFile, { timeout: lockTimeoutMs })
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table if not exists submissions (
        id text primary key, name text not null, idempotency_key text unique, body text not null, received_at text not null
      ) strict`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function insert(database: DatabaseSync, submission: Submission, now: number): { id: string } | 'key reused' {
  const { name, idempotencyKey, body } = submission
  const id = randomUUID()
  const { changes } = database
    .prepare('insert into submissions values (?, ?, ?, ?, ?) on conflict (idempotency_key) do nothing')
    .run(id, name, idempotencyKey ?? null, body, new Date(now).toISOString())
  if (changes === 1) return { id }
  const first = database
    .prepare('select id, name, body from submissions where idempotency_key = ?')
    .get(idempotencyKey ?? null)
  return first?.name === name && first.body === body ? { id: String(first.id) } : 'key reused'
}
