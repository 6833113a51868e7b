// Texts of the sample as visitors see them: quotation marks, and links of a contact.
import t from 'tap'
import { sampleFolder } from '../../helpers/origin.ts'
import { botAgent, createSite } from '../../helpers/site.ts'

const site = await createSite(t, { folder: sampleFolder })
const get = async (url: string) => (await site.get(url, { 'user-agent': botAgent })).body
const withoutCode = (html: string) =>
  html.replace(/<(script|style|pre|code|head)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '|')

t.test('no English page shows straight quotation marks', async (t) => {
  const sitemap = await get('/en/sitemap.xml')
  const paths = [...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, url = '']) => new URL(url).pathname)
  t.ok(paths.length > 80)
  for (const path of paths) t.notMatch(withoutCode(await get(path)), /"|&quot;|&#x27;|(?<=[a-z])'/, path)
})

t.test('addresses and numbers with their extensions are links', async (t) => {
  for (const path of ['/contact', '/en/contact']) {
    const body = (await get(path)).match(/<div class="rich-text">.*/s)?.[0] ?? ''
    t.match(body, 'href="mailto:sales@tinglan.example"')
    t.equal(body.match(/<a href="tel:\+8657455500136;ext=[0-3]">[^<]*(?:转|ext\.)/g)?.length, 4)
  }
})
