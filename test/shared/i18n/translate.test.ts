// Translation: the same result as i18next with the values, for every message.
import i18next from 'i18next'
import t from 'tap'
import {
  createTranslate,
  type MessageKey,
  type MessageValues,
  textsNamed,
} from '../../../shared/i18n/translate.ts'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'

const tables = { zh, en }
const keys = [...new Set(Object.keys(zh).map((key) => key.replace(/_(?:one|other)$/, '')))] as MessageKey[]
/** Variables of all messages but `count`, with values that look like those of a template. */
const variables = [...new Set(Object.values(zh).flatMap(placeholders))].filter((name) => name !== 'count')
const texts = ['TL-M 水表', '<b>&"\'', '{{name}} $t(list.empty)', '$&$1', '', 0].map(
  (value): MessageValues => Object.fromEntries(variables.map((name) => [name, value])),
)
const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1.5]

t.test('every message in both languages, with sample values and counts', async (t) => {
  const i18n = i18next.createInstance()
  await i18n.init({
    keySeparator: false,
    nsSeparator: false,
    interpolation: { skipOnVariables: true, escapeValue: false },
    resources: { zh: { translation: zh }, en: { translation: en } },
  })
  for (const locale of ['zh', 'en'] as const) {
    const full = i18n.getFixedT(locale)
    const light = createTranslate(tables[locale], locale)
    for (const key of keys) {
      const isPlural = `${key}_other` in zh
      const values = texts.flatMap((text) =>
        isPlural ? counts.map((count) => ({ ...text, count })) : [text],
      )
      for (const value of values)
        t.equal(light(key, value), full(key as string, value), `${locale} ${key} ${value['count'] ?? ''}`)
    }
  }
})

t.test('no text is empty, and both languages have the same variables', async (t) => {
  for (const key of Object.keys(zh) as (keyof typeof zh)[]) {
    for (const locale of ['zh', 'en'] as const) t.match(tables[locale][key], /\S/, `${locale} ${key}`)
    t.strictSame(placeholders(en[key]), placeholders(zh[key]), key)
  }
})

t.test('texts by a pattern of their keys', async (t) => {
  t.strictSame(textsNamed(/^form\.error\.name$/, en), { 'form.error.name': en['form.error.name'] })
  t.equal(createTranslate(en, 'en')('form.error.name'), en['form.error.name'])
})

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()
}
