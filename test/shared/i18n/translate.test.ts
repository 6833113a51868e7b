// Translation: the same result as i18next with the values, for every message.
import i18next from 'i18next'
import t from 'tap'
import { createTranslate, type MessageKey, type MessageValues } from '../../../shared/i18n/translate.ts'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'

const tables = { zh, en }
const keys = [...new Set(Object.keys(zh).map((key) => key.replace(/_(?:one|other)$/, '')))] as MessageKey[]
const texts: MessageValues[] = [
  {
    keywords: '水表',
    title: 'The fair',
    name: 'Sheet',
    id: 'a-1',
    message: 'no',
    page: 3,
    limit: 5,
    total: '12',
    section: 'News',
    one: 'coffee',
    anOne: 'a coffee',
    words: 'Products, news',
    corrected: 'meter',
    chosen: 'DN15 · PDF',
    most: 4,
    ids: '101, 102',
    time: '14:05',
    code: 'TL-M-50',
    found: 2,
  },
  {
    keywords: '<b>&"\'',
    title: '{{name}} $t(list.empty)',
    name: '$&$1',
    id: '',
    message: '{{message}}',
    page: 0,
    limit: 0,
    total: '',
    section: '$1',
    one: '$&',
    anOne: '',
    words: '{{one}}',
    corrected: '{{chosen}}',
    chosen: '$&',
    most: 0,
    ids: '',
    time: '',
    code: '{{found}}',
    found: 0,
  },
]
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

t.test('no key is missing, no text is empty, and both languages have the same variables', async (t) => {
  t.strictSame(Object.keys(en).sort(), Object.keys(zh).sort())
  for (const key of Object.keys(zh) as (keyof typeof zh)[]) {
    for (const locale of ['zh', 'en'] as const) t.match(tables[locale][key], /\S/, `${locale} ${key}`)
    t.strictSame(placeholders(en[key]), placeholders(zh[key]), key)
  }
})

t.test('an unknown key is returned as it is', async (t) => {
  const translate = createTranslate({} as typeof zh, 'en')
  t.equal(translate('list.empty'), 'list.empty')
  t.equal(translate('list.empty', { page: 1 }), 'list.empty')
})

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort()
}
