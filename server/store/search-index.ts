// Search index: tables of the content index for full-text search, one of terms for each language.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SearchDocument } from '../sources/markdown/search-documents.ts'
import { termsOf } from './search-words.ts'

/** `length`: number of terms. */
export const searchSchema = `
  create table search_document (
    id integer primary key, file integer not null, lang text not null, part text not null, weight real not null,
    length integer not null
  ) strict;
  create index search_document_file on search_document (file);
  create index search_document_length on search_document (lang, length);
  create table search_text (
    document integer primary key, title text not null, tags text not null, summary text not null, body text not null
  ) strict;
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

/** The documents of a file, with their terms. */
export function createSearchStore(database: DatabaseSync) {
  const of = database.prepare('select id from search_document where file = ?')
  const put = database.prepare(
    'insert into search_document (file, lang, part, weight, length) values (?, ?, ?, ?, ?)',
  )
  const putText = database.prepare('insert into search_text values (?, ?, ?, ?, ?)')
  const termsInto = (lang: Locale) =>
    database.prepare(
      `insert into ${termsTable(lang)} (rowid, title, tags, summary, body) values (?, ?, ?, ?, ?)`,
    )
  const putTerms = { zh: termsInto('zh'), en: termsInto('en') }
  const keys = { search_document: 'id', search_text: 'document' }
  const terms = locales.map((lang) => [termsTable(lang), 'rowid'])
  const removals = [...Object.entries(keys), ...terms].map(([table, key]) =>
    database.prepare(`delete from ${table} where ${key} = ?`),
  )

  function remove(file: number): void {
    for (const { id } of of.all(file)) for (const removal of removals) removal.run(Number(id))
  }

  return {
    remove,
    replace(file: number, lang: Locale, documents: SearchDocument[]): void {
      remove(file)
      for (const { part, weight, title, tags, summary, body } of documents) {
        const texts = [title, tags, summary, body] as const
        const terms = texts.map(termsOf)
        const length = terms.reduce((sum, column) => sum + column.length, 0)
        const id = put.run(file, lang, part, weight, length).lastInsertRowid
        putText.run(id, ...texts)
        putTerms[lang].run(id, ...terms.map((column) => column.join(' ')))
      }
    },
  }
}
