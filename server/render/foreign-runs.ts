// Marks what a text says in the site's other language, for voices and fonts (WCAG 2.2, 3.1.2 Language of Parts).
import { type Locale, languageTag } from '../../shared/locale.ts'

/** In English any Chinese; in Chinese whole phrases: names and terms of a word or two belong to its language. */
const foreign: Record<Locale, { run: RegExp; language: Locale }> = {
  en: { run: /\p{Script=Han}[\p{Script=Han}\u3001-\u301f\uff01-\uff5e]*/gu, language: 'zh' },
  zh: { run: /\b[A-Za-z][a-z]*(?:,? [A-Za-z]?[a-z]+){3,}/g, language: 'en' },
}

/** `text` is escaped HTML without tags, and so is the result but for its spans. */
export function markForeignRuns(text: string, locale: Locale): string {
  const { run, language } = foreign[locale]
  return text.replace(run, (words) => `<span lang="${languageTag(language)}">${words}</span>`)
}
