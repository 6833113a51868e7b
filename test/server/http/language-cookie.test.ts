// The language cookie as it is read: a locale, or nothing.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('only en or zh as a whole is a language', async (t) => {
  const site = await createSmallSite(t)
  const rows: [cookie: string, isEnglish: boolean][] = [
    ['', false],
    ['i18n_redirected=en', true],
    ['a=1;i18n_redirected=zh;b=2', false],
    ['  i18n_redirected=en  ', true],
    ['i18n_redirected=en-US', false],
    ['i18n_redirected=EN', false],
    ['i18n_redirected=__proto__', false],
    ['i18n_redirected', false],
    ['xi18n_redirected=en', false],
    ['i18n_redirected=%zz', false],
    ['i18n_redirected=fr; i18n_redirected=en', false],
    [`${'a=b;'.repeat(3000)}i18n_redirected=en`, true],
  ]
  for (const [cookie, isEnglish] of rows) {
    const { statusCode, headers } = await site.get('/', { cookie })
    t.equal(statusCode === 302 && headers['location'] === '/en', isEnglish, cookie.slice(0, 60))
  }
})

t.test('an error page in front of routing has the language of the cookie', async (t) => {
  const site = await createSmallSite(t)
  const request = { cookie: 'i18n_redirected=en', 'content-encoding': 'gzip' }
  const { statusCode, body } = await site.get('/', request)
  t.equal(statusCode, 415)
  t.match(body, '<html lang="en-US"')
})
