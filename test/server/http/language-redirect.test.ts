// The home page leads a visitor to their language; no other address does. Accept-Language: test/shared/locale.test.ts.
import t from 'tap'
import { langOf } from '../../helpers/html.ts'
import { pages, pathIn } from '../../helpers/pages.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

type Row = [cookie: string | undefined, accept: string | undefined, to: 'zh' | 'en']
const rows: Row[] = [
  [undefined, 'en', 'en'],
  [undefined, 'fr', 'zh'],
  [undefined, 'garbage;;q', 'zh'],
  ['i18n_redirected=en', 'zh-CN', 'en'],
  ['i18n_redirected=zh', 'en-US', 'zh'],
  ['i18n_redirected=fr', 'en', 'en'],
  ['i18n_redirected=EN', undefined, 'zh'],
  ['i18n_redirected=__proto__', undefined, 'zh'],
  ['i18n_redirected=%zz', undefined, 'zh'],
  ['xi18n_redirected=en', undefined, 'zh'],
  ['a=1;i18n_redirected=zh;b=2', undefined, 'zh'],
  [`${'a=b;'.repeat(3000)}i18n_redirected=en`, undefined, 'en'],
]

const headersOf = (cookie: string | undefined, accept: string | undefined) => ({
  'accept-language': accept ?? '',
  ...(cookie !== undefined && { cookie }),
})

const site = await createSmallSite(t)

for (const [cookie, accept, to] of rows) {
  t.test(`cookie ${cookie?.slice(0, 60) ?? '-'}, Accept-Language ${accept ?? '-'}: ${to}`, async (t) => {
    const { statusCode, headers, body } = await site.get('/?page=2&x=%E6%B0%B4', headersOf(cookie, accept))
    const vary = String(headers['vary']).toLowerCase().split(/, */)
    t.ok(vary.includes('cookie') && vary.includes('accept-language'), String(headers['vary']))
    t.equal(headers['set-cookie'], undefined)
    t.equal(statusCode, to === 'en' ? 302 : 200)
    t.equal(headers['location'], to === 'en' ? '/en?page=2&x=%E6%B0%B4' : undefined)
    if (to === 'zh') t.equal(langOf(body), 'zh-CN')
    else t.match(headers['cache-control'], /\b(?:private|no-store)\b/)
  })
}

t.test('no other address leads anywhere, and none sets a cookie', async (t) => {
  const english = { 'accept-language': 'en', cookie: 'i18n_redirected=en' }
  const chinese = { 'accept-language': 'zh', cookie: 'i18n_redirected=zh' }
  for (const { path } of pages) {
    for (const [url, headers] of [
      [path === '/' ? `/_payload.json?${site.build.id}` : path, english],
      [pathIn('/zh', path), english],
      [pathIn('/en', path), chinese],
    ] as const) {
      const answer = await site.get(url, headers)
      t.equal(answer.statusCode, 200, url)
      t.equal(answer.headers['set-cookie'], undefined, url)
    }
  }
})
