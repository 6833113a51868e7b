// Numbers of items whose system has none: a persistent table (kind, key) -> number, the same after a restart.
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../base/open-database.ts'

export type IdRow = { kind: string; key: string; number: number }

export type Ids = {
  /** The numbers of keys, in their order; new keys get the next free numbers from 1. */
  numbers: (kind: string, keys: string[]) => Promise<number[]>
  /** Undefined for a number without a key. */
  keyOf: (kind: string, number: number) => Promise<string | undefined>
  /** By kind and number. */
  rows: () => Promise<IdRow[]>
  /** Adds rows; rejects where a key has another number or a number another key already. */
  add: (rows: IdRow[]) => Promise<void>
  close: () => Promise<void>
}

/** A table that several servers share decides; see server/cache/redis. */
export type SharedIds = {
  /** Allocates: each key gets its known number, else the wanted one if it is free, else the next free one. */
  allocate: (kind: string, keys: { key: string; wanted: number | undefined }[]) => Promise<number[]>
  keyOf: (kind: string, number: number) => Promise<string | undefined>
  close: () => Promise<void>
}

const schema = `create table if not exists ids (
  kind text not null, key text not null, number integer not null, primary key (kind, key), unique (kind, number)
) strict`

/** `dataFile` is created with the first number; `:memory:` stores nothing on disk. */
export function createIds({ dataFile, shared }: { dataFile: string; shared?: SharedIds | undefined }): Ids {
  const local = createLocalTable(dataFile)
  return {
    numbers: async (kind, keys) => {
      if (!shared) return local.allocate(kind, keys)
      const known = keys.map((key) => ({ key, wanted: local.numberOf(kind, key) }))
      // A known number never changes, so that the shared table is not needed for it.
      const fallback = (error: unknown) => {
        const numbers = known.flatMap(({ wanted }) => wanted ?? [])
        if (numbers.length < keys.length) throw error
        return numbers
      }
      const numbers = await shared.allocate(kind, known).catch(fallback)
      local.put(keys.map((key, index) => ({ kind, key, number: numbers[index]! })))
      return numbers
    },
    keyOf: async (kind, number) => local.keyOf(kind, number) ?? (await shared?.keyOf(kind, number)),
    rows: async () => local.rows(),
    add: async (rows) => {
      local.add(rows)
      if (!shared) return
      for (const { kind, key, number } of rows) {
        const [given] = await shared.allocate(kind, [{ key, wanted: number }])
        if (given !== number) throw conflict({ kind, key, number })
      }
    },
    close: async () => {
      local.close()
      await shared?.close()
    },
  }
}

function createLocalTable(dataFile: string) {
  let database: DatabaseSync | undefined
  const opened = (): DatabaseSync => {
    database ??= openDatabase(dataFile, schema, true)
    return database
  }
  const find = (kind: string, key: string) =>
    opened().prepare('select number from ids where kind = ? and key = ?').get(kind, key)
  const insertNext = `insert into ids (kind, key, number)
    select ?1, ?2, coalesce(max(number), 0) + 1 from ids where kind = ?1 on conflict do nothing`
  const numberOf = (kind: string, key: string): number | undefined => {
    const row = find(kind, key)
    return row && Number(row['number'])
  }
  const keyOf = (kind: string, number: number): string | undefined => {
    const row = opened().prepare('select key from ids where kind = ? and number = ?').get(kind, number)
    return row && String(row['key'])
  }
  const put = (row: IdRow) =>
    opened()
      .prepare('insert or ignore into ids (kind, key, number) values (?, ?, ?)')
      .run(row.kind, row.key, row.number)

  /** In one transaction: another process may use the file. */
  const inTransaction = (work: () => void) => {
    opened().exec('begin immediate')
    try {
      work()
      opened().exec('commit')
    } catch (error) {
      opened().exec('rollback')
      throw error
    }
  }

  return {
    numberOf,
    keyOf,
    allocate(kind: string, keys: string[]): number[] {
      const isNew = (key: string) => numberOf(kind, key) === undefined
      if (keys.some(isNew))
        inTransaction(() => {
          const insert = opened().prepare(insertNext)
          for (const key of keys) if (isNew(key)) insert.run(kind, key)
        })
      return keys.map((key) => numberOf(kind, key)!)
    },
    put(rows: IdRow[]): void {
      const unknown = rows.filter(({ kind, key }) => numberOf(kind, key) === undefined)
      if (unknown.length > 0) inTransaction(() => unknown.forEach((row) => void put(row)))
    },
    rows: (): IdRow[] =>
      opened()
        .prepare('select kind, key, number from ids order by kind, number')
        .all()
        .map((row) => ({
          kind: String(row['kind']),
          key: String(row['key']),
          number: Number(row['number']),
        })),
    add(rows: IdRow[]): void {
      inTransaction(() => {
        for (const row of rows) {
          put(row)
          if (numberOf(row.kind, row.key) !== row.number) throw conflict(row)
        }
      })
    },
    close(): void {
      database?.close()
      database = undefined
    },
  }
}

function conflict({ kind, key, number }: IdRow): Error {
  return new Error(`ids: ${kind} ${key} ${number}: the key has another number, or the number another key`)
}
