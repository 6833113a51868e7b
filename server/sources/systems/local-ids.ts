// Numbers of items in a file of this server: a table (kind, key) -> number.
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, transaction } from '../../base/open-database.ts'

export type IdRow = { kind: string; key: string; number: number }
export type LocalIds = ReturnType<typeof createLocalIds>

const schema = `create table if not exists ids (
  kind text not null, key text not null, number integer not null, primary key (kind, key), unique (kind, number)
) strict`
const insertNext = `insert into ids (kind, key, number)
  select ?1, ?2, coalesce(max(number), 0) + 1 from ids where kind = ?1 on conflict do nothing`

/** `dataFile` is created with the first access; `:memory:` stores nothing on disk. */
export function createLocalIds(dataFile: string) {
  let database: DatabaseSync | undefined
  const opened = (): DatabaseSync => {
    database ??= openDatabase(dataFile, schema, true)
    return database
  }
  const numberOf = (kind: string, key: string): number | undefined => {
    const row = opened().prepare('select number from ids where kind = ? and key = ?').get(kind, key)
    return row && Number(row['number'])
  }
  const keyOf = (kind: string, number: number): string | undefined => {
    const row = opened().prepare('select key from ids where kind = ? and number = ?').get(kind, number)
    return row && String(row['key'])
  }
  const put = (how: 'ignore' | 'replace', row: IdRow) =>
    opened()
      .prepare(`insert or ${how} into ids (kind, key, number) values (?, ?, ?)`)
      .run(row.kind, row.key, row.number)

  return {
    numberOf,
    keyOf,
    allocate(kind: string, keys: string[]): number[] {
      const isNew = (key: string) => numberOf(kind, key) === undefined
      if (keys.some(isNew))
        transaction(opened(), () => {
          const insert = opened().prepare(insertNext)
          for (const key of keys) if (isNew(key)) insert.run(kind, key)
        })
      return keys.map((key) => numberOf(kind, key)!)
    },
    /** Rows that contradict them are replaced; returns how many keys had another number. */
    adopt(rows: IdRow[]): number {
      const others = rows.filter(({ kind, key, number }) => numberOf(kind, key) !== number)
      const changed = others.filter(({ kind, key }) => numberOf(kind, key) !== undefined).length
      if (others.length > 0) transaction(opened(), () => others.forEach((row) => void put('replace', row)))
      return changed
    },
    rows: (): IdRow[] =>
      opened().prepare('select kind, key, number from ids order by kind, number').all().map(rowOf),
    /** Throws where a key has another number or a number another key; then nothing is added. */
    add(rows: IdRow[]): void {
      transaction(opened(), () => {
        for (const row of rows) {
          put('ignore', row)
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

function rowOf({ kind, key, number }: Record<string, unknown>): IdRow {
  return { kind: String(kind), key: String(key), number: Number(number) }
}

export function conflict({ kind, key, number }: IdRow): Error {
  return new Error(`ids: ${kind} ${key} ${number}: the key has another number, or the number another key`)
}
