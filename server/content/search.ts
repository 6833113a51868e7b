// Search over the listed articles of one category, in Chinese and English alike.
import type { DatabaseSync } from 'node:sqlite'
import type { Category } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import { createYield } from '../base/yield.ts'
import type { Tables } from './articles.ts'

// The shortest text that FTS5's trigram tokenizer can find.
const trigram = 3
/** Texts for each statement of a scan: 1 to 2 ms. */
const chunk = 500

const listed = 'lang = ? and category = ? and place is not null'

/** Resolves with the files that contain all words, in the order of the list. */
export type Search = (words: string[], lang: Locale, category: Category) => Promise<number[]>

export function createSearch(database: DatabaseSync, { entry }: Tables): Search {
  const pending = database.prepare('select exists (select 1 from pending) as found')
  const all = database.prepare(
    `select json_group_array(file) as files from (select file from ${entry} where ${listed} order by place)`,
  )
  const matching = database.prepare(
    `select json_group_array(file) as files from (
      select file from ${entry} where ${listed} and file in (select rowid from search where search match ?) order by place)`,
  )
  // The texts are folded like the words, so that a comparison of characters is enough.
  const containing = database.prepare(
    `select json_group_array(file) as files from (
      select file from json_each(?) join search_text on file = value
        where not exists (select 1 from json_each(?) where instr(text, value) = 0) order by key)`,
  )

  return async (words, lang, category) => {
    // While the index is not complete, all words are looked for in the texts: slower, with the same result.
    const isPending = pending.get()?.['found'] === 1
    const isIndexed = (word: string) => !isPending && [...word].length >= trigram
    const indexed = words.filter(isIndexed)
    const others = words.filter((word) => !isIndexed(word))
    const candidates =
      indexed.length > 0
        ? filesIn(matching.get(lang, category, indexed.map(quoted).join(' AND ')))
        : filesIn(all.get(lang, category))
    return others.length > 0 ? scan(candidates, others) : candidates
  }

  async function scan(candidates: number[], words: string[]): Promise<number[]> {
    const found: number[] = []
    const yieldByTime = createYield(() => performance.now())
    for (let start = 0; start < candidates.length; start += chunk) {
      const some = JSON.stringify(candidates.slice(start, start + chunk))
      found.push(...filesIn(containing.get(some, JSON.stringify(words))))
      await yieldByTime()
    }
    return found
  }
}

/** No injection of FTS5 syntax. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}

/** Of a statement that groups its files in a JSON array: much faster than a row for each. */
function filesIn(row: Record<string, unknown> | undefined): number[] {
  return JSON.parse(String(row?.['files'])) as number[]
}
