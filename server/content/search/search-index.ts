// Search index: the documents of content files in the tables for full-text search, one of terms for each language.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SearchDocument } from '../markdown/search-documents.ts'
import { termsOf } from './search-words.ts'

export function termsTable(lang: Locale): string {
  return `search_${lang}`
}

export function createSearchStore(database: DatabaseSync) {
  const put = database.prepare(
    'insert into search_document (file, lang, part, weight, length) values (?, ?, ?, ?, ?)',
  )
  const putText = database.prepare('insert into search_text values (?, ?, ?, ?, ?)')
  const termsInto = (lang: Locale) =>
    database.prepare(
      `insert into ${termsTable(lang)} (rowid, title, tags, summary, body) values (?, ?, ?, ?, ?)`,
    )
  const putTerms = { zh: termsInto('zh'), en: termsInto('en') }
  const ofFile = 'in (select id from search_document where file = ?)'
  const removals = [
    ...locales.map((lang) => `${termsTable(lang)} where rowid ${ofFile}`),
    `search_text where document ${ofFile}`,
    'search_document where file = ?',
  ].map((rows) => database.prepare(`delete from ${rows}`))

  return {
    /** The documents of a file. */
    remove(file: number): void {
      for (const removal of removals) removal.run(file)
    },
    put(file: number, lang: Locale, documents: SearchDocument[]): void {
      for (const { part, weight, title, tags, summary, keys = '', body } of documents) {
        const terms = [title, tags, `${summary}\n${keys}`, body].map(termsOf)
        const length = terms.reduce((sum, column) => sum + column.length, 0)
        const id = put.run(file, lang, part, weight, length).lastInsertRowid
        putText.run(id, title, tags, summary, body)
        putTerms[lang].run(id, ...terms.map((column) => column.join(' ')))
      }
    },
  }
}
