// Locale from Accept-Language.
import t from 'tap'
import {
  type InLanguages,
  isInOther,
  isLocale,
  languageTag,
  localeFromAcceptLanguage,
} from '../../shared/locale.ts'

const headers: [header: string | undefined, locale: 'zh' | 'en' | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['zh', 'zh'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['zh-TW', 'zh'],
  ['zh-Hant-HK', 'zh'],
  ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
  ['  en ;  q=0.5 ,zh ; q=0.4 ', 'en'],
  ['en;Q=0.3,zh;Q=0.2', 'en'],
  ['en;q=0.5, zh;q=0.6', 'zh'],
  ['zh, en', 'zh'],
  ['en;q=0.000, zh;q=0.1', 'zh'],
  ['en;q=abc, zh;q=0.1', 'zh'],
  ['*;q=0.1, fr', undefined],
  ['english, zhuang', undefined],
  [';;;,,,', undefined],
  ['zh;q=0, fr', undefined],
  ['en;q=2, zh;q=0.1', 'zh'],
  ['en;ab=1;q=0.9, zh;q=0.5', 'en'],
  [`${'fr;q=0.9,'.repeat(2000)}en;q=0.1`, 'en'],
]

t.test('the supported language with the highest quality value', async (t) => {
  for (const [header, locale] of headers) t.equal(localeFromAcceptLanguage(header), locale, String(header))
})

t.test('a locale is zh or en as written', async (t) => {
  for (const value of ['zh', 'en']) t.equal(isLocale(value), true, value)
  for (const value of ['', 'ZH', 'En', 'zh-CN', 'fr', undefined, null, 0, ['en'], 'toString'])
    t.equal(isLocale(value), false, String(value))
})

t.test('an item is in the other language where its field says so', async (t) => {
  const rows: [item: InLanguages, ofChinese: unknown, ofEnglish: unknown][] = [
    [{}, undefined, undefined],
    [{ languages: ['zh'] }, false, undefined],
    [{ languages: ['zh'], noindex_in: ['en'] }, false, undefined],
    [{ languages: ['zh', 'en'] }, true, true],
    [{ languages: ['zh', 'en'], noindex_in: ['en'] }, null, true],
  ]
  for (const [item, ...expected] of rows)
    t.strictSame([isInOther(item, 'zh'), isInOther(item, 'en')], expected, JSON.stringify(item))
  t.equal(languageTag('zh'), 'zh-CN')
})
