// The language cookie as it is read: a locale, or nothing.
import t from 'tap'
import { cookieLocale } from '../../../server/http/language.ts'

t.test('only en or zh as a whole is a language', async (t) => {
  const rows: [header: string | undefined, locale: 'zh' | 'en' | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['i18n_redirected=en', 'en'],
    ['a=1;i18n_redirected=zh;b=2', 'zh'],
    ['  i18n_redirected=en  ', 'en'],
    ['i18n_redirected="en"', undefined],
    ['i18n_redirected=en-US', undefined],
    ['i18n_redirected=EN', undefined],
    ['i18n_redirected=__proto__', undefined],
    ['i18n_redirected', undefined],
    ['xi18n_redirected=en', undefined],
    ['i18n_redirected=fr; i18n_redirected=en', undefined],
    [`${'a=b;'.repeat(5000)}i18n_redirected=en`, 'en'],
  ]
  for (const [header, locale] of rows) t.equal(cookieLocale(header), locale, String(header).slice(0, 60))
})
