// Translations of both locales: of i18next, where zh falls back to en, and a key missing in en is shown itself.
import i18next from 'i18next'
import { locales } from '../../shared/constants.ts'
import type { Messages, Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'
import type { Translation } from '../../shared/payload.ts'

const tables: Record<Locale, Record<string, string>> = { zh, en }

/** A missing message is logged once. */
export async function createTranslations(log: {
  warn: (details: object, message: string) => void
}): Promise<Record<Locale, Translation>> {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: 'zh',
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    resources: Object.fromEntries(locales.map((locale) => [locale, { translation: tables[locale] }])),
    // React escapes.
    interpolation: { skipOnVariables: true, escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => log.warn({ key }, 'message missing'),
  })
  const keys = [...new Set(locales.flatMap((locale) => Object.keys(tables[locale])))]
  const translation = (locale: Locale): Translation => {
    const full = i18n.getFixedT(locale)
    const messages = Object.fromEntries(
      keys.map((key) => [key, full(key, { skipInterpolation: true })]),
    ) as Messages
    // Without values it is a look-up: a call of i18next takes 10 µs, and a page has up to a hundred.
    const t: Translate = (key, values) =>
      values ? full(key, values) : (messages[key as keyof Messages] ?? key)
    return { t, messages }
  }
  return { zh: translation('zh'), en: translation('en') }
}
