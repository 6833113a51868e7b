// Words: the language of a client component, and its translation. A client component has no context around it.
import type { Translate } from '../shared/i18n/translate.ts'
import type { Locale } from '../shared/locale.ts'

export type Words = { locale: Locale; t: Translate }
