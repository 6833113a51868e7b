// Full-text search over the listed articles, in Chinese and English alike.
import { DatabaseSync } from 'node:sqlite'
import { keywordsLimit } from '../../shared/constants.ts'
import type { Category } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'

type SearchDocument = {
  id: number
  lang: Locale
  category: Category
  title: string
  summary: string
  body: string
}
export type Search = ReturnType<typeof createSearch>

// The shortest text that FTS5's trigram tokenizer can find.
const trigram = 3

/** The index is created with the first search: it takes longer than all other indexes of the repository. */
export function createSearch(documents: SearchDocument[]) {
  let index: DatabaseSync | undefined
  let isClosed = false
  return {
    /** The ids of the documents that contain all words; `undefined` where there is no word. */
    find(keywords: string, lang: Locale, category: Category): Set<number> | undefined {
      const words = wordsOf(keywords)
      if (words.length === 0) return undefined
      if (isClosed) throw new Error('content search: closed')
      // Releases the memory of the texts.
      index ??= createIndex(documents.splice(0))
      const conditions = words.map(condition)
      const where = ['lang = ?', 'category = ?', ...conditions.map(({ sql }) => sql)].join(' and ')
      const values = [lang, category, ...conditions.flatMap((one) => one.values)]
      const rows = index.prepare(`select id from article where ${where}`).all(...values)
      return new Set(rows.map((row) => Number(row.id)))
    },
    close(): void {
      isClosed = true
      index?.close()
      index = undefined
    },
  }
}

function createIndex(documents: SearchDocument[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(
    `create virtual table article using fts5(
      id unindexed, lang unindexed, category unindexed, title, summary, body, tokenize = 'trigram')`,
  )
  const insert = database.prepare('insert into article values (?, ?, ?, ?, ?, ?)')
  database.exec('begin')
  for (const { id, lang, category, title, summary, body } of documents) {
    insert.run(id, lang, category, fold(title), fold(summary), fold(body))
  }
  database.exec('commit')
  return database
}

/** Folds width and case; control characters separate words. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
}

function wordsOf(keywords: string): string[] {
  const limited = [...keywords].slice(0, keywordsLimit).join('')
  return [...new Set(fold(limited).split(' '))].filter(Boolean)
}

/** Words are bound, quoted or escaped: no injection of FTS5 or LIKE syntax. */
function condition(word: string): { sql: string; values: string[] } {
  if ([...word].length >= trigram) {
    return { sql: 'article match ?', values: [`"${word.replaceAll('"', '""')}"`] }
  }
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const like = ['title', 'summary', 'body'].map((column) => `${column} like ? escape '\\'`)
  return { sql: `(${like.join(' or ')})`, values: [pattern, pattern, pattern] }
}
