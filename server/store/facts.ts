// Facts of the content index: values by name.
import type { DatabaseSync } from 'node:sqlite'

export function readFact(database: DatabaseSync, name: string): string | undefined {
  return database.prepare('select value from fact where name = ?').get(name)?.['value'] as string | undefined
}

export function setFact(database: DatabaseSync, name: string, value: string): void {
  database.prepare('insert or replace into fact values (?, ?)').run(name, value)
}

/** Changes when content has been published; the data version changes with each reading as well. */
export function createRevision(database: DatabaseSync): () => string {
  const revision = database.prepare(`select value from fact where name = 'revision'`)
  return () => String(revision.get()?.['value'])
}
