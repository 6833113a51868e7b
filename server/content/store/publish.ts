// Publishing: stores what is public at the time of a reading, and finds what has changed since the previous one.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ContentChange, ContentUpdate } from '../../base/content-source.ts'
import { readFact, setFact } from './content-index.ts'
import statements from './publish.sql'

/**
 * `isChanged`: the files are others than at the previous reading. `showsDrafts`: everything is served, with its status. `code`: version of
 * the code and its options, which responses depend on as well. `at` in milliseconds since 1970.
 */
type Publication = { isChanged: boolean; showsDrafts: boolean; code: string; at: number }
type Published = Omit<ContentUpdate, 'changes'> & { changes: ContentChange[]; nextAt: number | undefined }

/** In the transaction of the reading. */
export function publish(
  database: DatabaseSync,
  { isChanged, showsDrafts, code, at }: Publication,
): Published {
  const since = readFact(database, 'version')
  const nextAt = () => Number(readFact(database, 'next')) || undefined
  // The clock may have been set back: then no time is to be trusted.
  const isDue = at < Number(readFact(database, 'at') ?? 0) || at >= (nextAt() ?? Number.POSITIVE_INFINITY)
  setFact(database, 'at', String(at))
  if (!isChanged && !isDue && since !== undefined)
    return { version: since, since, changes: [], nextAt: nextAt() }
  database.exec(
    `create temp table if not exists publication (at real, drafts integer, code text); delete from temp.publication`,
  )
  database.prepare('insert into temp.publication values (?, ?, ?)').run(at, Number(showsDrafts), code)
  const deterministic = { deterministic: true }
  database.function('time_of', deterministic, (date) => (date === null ? null : Date.parse(String(date))))
  database.function('digest', deterministic, (text) => hash('sha1', String(text), 'base64url'))
  database.exec(statements)
  const rows = database.prepare('select json from temp.change').all()
  // publish.sql has written them.
  const changes = rows.map(({ json }) => JSON.parse(String(json)) as ContentChange)
  return { version: String(readFact(database, 'version')), since, changes, nextAt: nextAt() }
}
