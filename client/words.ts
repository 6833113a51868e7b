// Words: the language of a client component, and its translation. A client component has no context around it.
import type { Translate } from '../shared/i18n/translate.ts'
import type { PageLanguage } from '../shared/languages.ts'
import type { Locale } from '../shared/locale.ts'

/** `language`: for addresses. */
export type Words = { locale: Locale; language: PageLanguage; t: Translate }
