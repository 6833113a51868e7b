// Search index: fills the full-text index of the content index, in transactions that end soon.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const chunk = 100

/** Until nothing is pending. The search does not need it: it reads the texts meanwhile. */
export async function fillSearchIndex(database: DatabaseSync): Promise<void> {
  const some = database.prepare(
    `select file, text from pending join search_text using (file) order by file limit ${chunk}`,
  )
  const put = database.prepare('insert or replace into search (rowid, text) values (?, ?)')
  const done = database.prepare('delete from pending where file = ?')
  for (let rows = some.all(); rows.length > 0; rows = some.all()) {
    database.exec('begin immediate')
    for (const { file, text } of rows) {
      put.run(Number(file), String(text))
      done.run(Number(file))
    }
    database.exec('commit')
    await yieldToEventLoop()
  }
}
