// Vocabulary of the search: the words of public texts, by which queries with typing mistakes are corrected.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Locale } from '../../shared/locale.ts'
import { type Texts, textsOf } from '../sources/markdown/search-documents.ts'
import { foldHan, joinedOf, runsOf } from './search-words.ts'

/** `documents`: the number of public documents that have the word. */
export const vocabularySchema = `
  create table search_word (
    lang text not null, word text not null, documents integer not null, primary key (lang, word)
  ) strict, without rowid;`

/** Shorter and longer words are not corrected. */
const wordLength = { least: 3, most: 24 }

/** Documents for each transaction. */
const countedAtOnce = 100

/** What a search of visitors finds, see search-match.ts. */
const isPublic = `exists (
  select 1 from entry where entry.file = document.file and (place is not null or parent is not null or kind <> 'article'))`

/** Adds the words of documents that have become public, and removes those of documents that are public no more. */
export async function updateVocabulary(database: DatabaseSync): Promise<void> {
  const some = database.prepare(`
    select document.id, lang, counted, title, tags, summary, body
      from search_document document join search_text on search_text.document = document.id
      where document.id > ? and counted <> ${isPublic} order by document.id limit ${countedAtOnce}`)
  const setCounted = database.prepare('update search_document set counted = 1 - counted where id = ?')
  const change = createVocabulary(database)
  for (let rows = some.all(0); rows.length > 0; rows = some.all(Number(rows.at(-1)?.['id']))) {
    database.exec('begin immediate')
    change(rows.map((row) => ({ ...wordsRow(row), by: row['counted'] === 1 ? -1 : 1 })))
    for (const { id } of rows) setCounted.run(Number(id))
    database.exec('commit')
    await yieldToEventLoop()
  }
}

/** Removes the words of the documents of a file, before the documents are removed. */
export function createVocabularyRemoval(database: DatabaseSync): (file: number) => void {
  const counted = database.prepare(`
    select lang, title, tags, summary, body from search_document join search_text on document = id
      where file = ? and counted = 1`)
  const change = createVocabulary(database)
  return (file) => change(counted.all(file).map((row) => ({ ...wordsRow(row), by: -1 })))
}

type Change = { lang: Locale; texts: Texts; by: 1 | -1 }

function wordsRow(row: Record<string, unknown>): Pick<Change, 'lang' | 'texts'> {
  // This is a row of the table `search_document`, whose languages are locales.
  return { lang: row['lang'] as Locale, texts: textsOf(row) }
}

/** In the transaction of the caller. Each word is written once, however many of the documents have it. */
function createVocabulary(database: DatabaseSync): (changes: Change[]) => void {
  const put = database.prepare(`
    insert into search_word values (?, ?, ?)
      on conflict (lang, word) do update set documents = documents + excluded.documents`)
  const removeUnused = database.prepare(
    'delete from search_word where lang = ? and word = ? and documents <= 0',
  )
  const wordsOf = createWordsOf()
  return (changes) => {
    const sums = { zh: new Map<string, number>(), en: new Map<string, number>() }
    for (const { lang, texts, by } of changes)
      for (const word of wordsOf(texts)) sums[lang].set(word, (sums[lang].get(word) ?? 0) + by)
    for (const lang of ['zh', 'en'] as const)
      for (const [word, by] of sums[lang]) {
        put.run(lang, word, by)
        if (by < 0) removeUnused.run(lang, word)
      }
  }
}

/** Words by which a query may be corrected: of all texts in Latin script, of titles and tags in Chinese. */
function createWordsOf(): (texts: Texts) => Set<string> {
  let segmenter: Intl.Segmenter | undefined
  const { least, most } = wordLength
  return ({ title, tags, summary, body }) => {
    const text = [title, tags, summary, body].join('\n')
    const runs = runsOf(text)
    const latin = [
      ...runs.filter(({ kind }) => kind === 'word').map(({ text }) => text),
      ...joinedOf(text, runs),
    ].filter((word) => /^\p{L}/u.test(word) && word.length >= least && word.length <= most)
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
    const chinese = [...segmenter.segment(foldHan(`${title}\n${tags}`))]
      .map(({ segment }) => segment)
      .filter((word) => /^\p{Script=Han}{2,}$/u.test(word))
    return new Set([...latin, ...chinese])
  }
}
