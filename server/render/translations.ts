// Translations of both locales by i18next: zh falls back to en, and a key missing in en is shown itself.
import i18next from 'i18next'
import { locales } from '../../shared/constants.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'

type Options = {
  tables?: Record<Locale, Record<string, string>>
  log: { warn: (details: object, message: string) => void }
}

/** The complete messages of each locale; a missing message is logged once. */
export async function createTranslations({
  tables = { zh, en },
  log,
}: Options): Promise<Record<Locale, Messages>> {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: 'zh',
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { skipOnVariables: true, escapeValue: false },
    resources: Object.fromEntries(locales.map((locale) => [locale, { translation: tables[locale] }])),
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => log.warn({ key }, 'message missing'),
  })
  const keys = [...new Set(locales.flatMap((locale) => Object.keys(tables[locale])))]
  const table = (locale: Locale) => {
    const t = i18n.getFixedT(locale)
    return Object.fromEntries(keys.map((key) => [key, t(key, { skipInterpolation: true })])) as Messages
  }
  return { zh: table('zh'), en: table('en') }
}
