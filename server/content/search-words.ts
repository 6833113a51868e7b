// Search words and searched text, in one notation for both.
import { keywordsLimit } from '../../shared/constants.ts'

/** Between the fields of an article. No word contains it. */
const separator = '\u0001'

export function searchTextOf(fields: string[]): string {
  return fields.map(fold).join(separator)
}

/** Different words; without duplicates. */
export function wordsOf(keywords: string): string[] {
  const limited = [...keywords].slice(0, keywordsLimit).join('')
  return [...new Set(fold(limited).split(' '))].filter(Boolean)
}

/** Folds width and case; control characters separate words. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
}
