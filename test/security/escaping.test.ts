// Escaping of texts from outside, where no parser of HTML reads them: XML of sitemaps, and cells of an export.
import t from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, typed } from '../helpers/form.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { runProgram } from '../server/commands/process.ts'

t.test('a sitemap has the text of a title, without the characters that XML does not allow', async (t) => {
  const site = await createSmallSite(t)
  const changed = { title: '<a> & "b" \'c\' \u0000\u0008\u000b\u001f\ufffe\uffff\ud800]]>水😀' }
  const recent = { ...changed, published_at: new Date().toISOString() }
  const renamed = (data: { list: object[] }) => ({
    ...data,
    list: data.list.map((one) => ({ ...one, ...recent })),
  })
  site.origin.patch('/api/home/article/list/news', renamed)
  site.origin.patch('/api/home/article/detail', (data: object) => ({ ...data, ...recent }))
  const { body } = await site.get('/en/sitemap-news.xml')
  t.match(body, '<news:title>&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos; \ufffd]]&gt;水😀</news:title>')
})

t.test('no cell of an export is a formula (CSV injection)', async (t) => {
  const env = { FORM_RATE_LIMIT: '0' }
  const site = await createEmbeddedSite(t, { folder: smallFolder, watch: false, env })
  const starts = [...'=+-@|%＝＋－＠']
  for (const start of starts) t.equal((await call(site, { ...typed, message: `${start}1` })).statusCode, 200)
  const { out } = await runProgram(['forms', 'export'], { CONTENT_DIR: smallFolder, DATA_DIR: site.dataDir })
  for (const start of starts) t.match(out, `"'${start}1"`)
})
