// Search index: tables of the content index for full-text search, one of terms for each language, filled in the background.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import { type SearchDocument, type Texts, textsOf } from '../sources/markdown/search-documents.ts'
import { createVocabularyRemoval, updateVocabulary, vocabularySchema } from './search-vocabulary.ts'
import { termsOf } from './search-words.ts'

/** `length`: number of terms. `counted`: 1 where the vocabulary has its words. `pending`: documents without terms yet. */
export const searchSchema = `
  create table search_document (
    id integer primary key, file integer not null, lang text not null, part text not null, weight real not null,
    length integer not null, counted integer not null
  ) strict;
  create index search_document_file on search_document (file);
  create index search_document_length on search_document (lang, length);
  create table search_text (
    document integer primary key, title text not null, tags text not null, summary text not null, body text not null
  ) strict;
  create table pending (document integer primary key) strict;
  ${vocabularySchema}
${locales
  .map(
    (lang) => `
  create virtual table ${termsTable(lang)} using fts5(
    title, tags, summary, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '.'"
  );`,
  )
  .join('')}`

export function termsTable(lang: Locale): string {
  return `search_${lang}`
}

/** Stores the documents of a file; their terms follow in `fillSearchIndex`. */
export function createSearchStore(database: DatabaseSync) {
  const of = database.prepare('select id from search_document where file = ?')
  const put = database.prepare(
    `insert into search_document (file, lang, part, weight, length, counted) values (?, ?, ?, ?, 0, 0)
      returning id`,
  )
  const putText = database.prepare('insert into search_text values (?, ?, ?, ?, ?)')
  const putPending = database.prepare('insert into pending values (?)')
  const keys = { search_document: 'id', search_text: 'document', pending: 'document' }
  const terms = locales.map((lang) => [termsTable(lang), 'rowid'])
  const removals = [...Object.entries(keys), ...terms].map(([table, key]) =>
    database.prepare(`delete from ${table} where ${key} = ?`),
  )

  const removeWords = createVocabularyRemoval(database)

  function remove(file: number): void {
    removeWords(file)
    for (const { id } of of.all(file)) for (const removal of removals) removal.run(Number(id))
  }

  return {
    remove,
    replace(file: number, lang: Locale, documents: SearchDocument[]): void {
      remove(file)
      for (const { part, weight, title, tags, summary, body } of documents) {
        const id = Number(put.get(file, lang, part, weight)?.['id'])
        putText.run(id, title, tags, summary, body)
        putPending.run(id)
      }
    },
  }
}

/** Documents for each transaction. */
const indexedAtOnce = 100

/** Fills the index until nothing is pending. The search does not need it: it reads the texts meanwhile. */
export async function fillSearchIndex(database: DatabaseSync): Promise<void> {
  const some = database.prepare(
    `select * from pending join search_document on id = document join search_text using (document)
      order by document limit ${indexedAtOnce}`,
  )
  const put = createTermWriter(database)
  const done = database.prepare('delete from pending where document = ?')
  for (let rows = some.all(); rows.length > 0; rows = some.all()) {
    database.exec('begin immediate')
    for (const row of rows) {
      // These are rows of the table `search_document`, whose languages are locales.
      put(Number(row['document']), row['lang'] as Locale, textsOf(row))
      done.run(Number(row['document']))
    }
    database.exec('commit')
    await yieldToEventLoop()
  }
  await updateVocabulary(database)
}

function createTermWriter(database: DatabaseSync) {
  const into = (lang: Locale) =>
    database.prepare(
      `insert or replace into ${termsTable(lang)} (rowid, title, tags, summary, body) values (?, ?, ?, ?, ?)`,
    )
  const put = { zh: into('zh'), en: into('en') }
  const setLength = database.prepare('update search_document set length = ? where id = ?')
  return (id: number, lang: Locale, texts: Texts) => {
    const terms = [texts.title, texts.tags, texts.summary, texts.body].map(termsOf)
    put[lang].run(id, ...terms.map((column) => column.join(' ')))
    setLength.run(terms.flat().length, id)
  }
}
