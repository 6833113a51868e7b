// Settings and texts in the language of the page, from the element `#data`, which changes with the language.
import { createTranslate, type Translate } from '../../shared/i18n/translate.ts'
import { defaultLanguages, type PageLanguage } from '../../shared/languages.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { PageSettings } from '../../shared/payload.ts'

export type Page = { locale: Locale; language: PageLanguage; t: Translate; settings: PageSettings }

/** Throws where the element is missing or is not JSON. */
export function readPage(): Page {
  const settings = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageSettings
  const language = document.documentElement.lang.slice(0, 2)
  const locale = isLocale(language) ? language : 'zh'
  const { languages = defaultLanguages } = settings
  return { locale, language: { locale, languages }, t: createTranslate(settings.texts, locale), settings }
}
