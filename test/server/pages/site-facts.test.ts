// Languages and time zone that change while the server runs, are kept for the next start, or cannot be used.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createFolder } from '../../content/world.ts'
import { createEmbeddedSite, eventually } from '../../helpers/embedded-site.ts'
import { canonicalOf, langOf } from '../../helpers/html.ts'
import { createLanguageSite, languageFiles } from '../../helpers/language-site.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { createSite, type Site, siteUrl } from '../../helpers/site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { status } from '../../helpers/upstream.ts'

/** The next page reads the new configuration, and those after it are made for it. */
async function purge(site: Site): Promise<void> {
  await postOps(site, '/ops/purge', { all: true, mode: 'hard' })
  await site.get('/contact')
}

const siteFile = (keys: object) =>
  JSON.stringify({ ...JSON.parse(String(languageFiles(['zh', 'en'])['site.yaml'])), ...keys })

t.test('a change of `languages` in site.yaml makes every page anew', async (t) => {
  const folder = createFolder(t, languageFiles(['zh', 'en']))
  const site = await createEmbeddedSite(t, { folder })
  const write = (keys: object) => writeFileSync(join(folder, 'site.yaml'), siteFile(keys))
  for (const url of ['/', '/news/1', '/en/news/1', '/feed.xml', '/sitemap.xml']) await site.get(url)
  write({ languages: ['en', 'zh'] })
  await eventually(async () => langOf(await site.body('/news/1')) === 'en-US')
  t.equal(canonicalOf(await site.body('/en/news/1')), `${siteUrl}/news/1`)
  t.match(await site.body('/feed.xml'), '<language>en-us</language>')

  write({ languages: ['en'] })
  await eventually(async () => (await site.get('/zh')).statusCode === 404)
  t.equal((await site.get('/en/news/1')).headers.location, '/news/1')
  t.notMatch(await site.body('/'), 'data-locale-switch')
  t.notMatch(await site.body('/sitemap.xml'), '/zh/sitemap.xml')
})

t.test('an upstream names languages and time zone in config/base', async (t) => {
  const dataDir = temporaryFolder(t)
  const config = { dataDir, opsToken }
  const site = await createLanguageSite(t, ['zh', 'en'], { config })
  t.equal(langOf((await site.get('/news/1')).body), 'zh-CN')
  site.origin.patch('/api/home/config/base', (data: object) => ({
    ...data,
    languages: ['en'],
    time_zone: 'America/New_York',
  }))
  await purge(site)
  const { body } = await site.get('/news/1', { 'accept-language': 'en' })
  t.equal(langOf(body), 'en-US')
  t.match(body, '1 March 2026', 'half past nine in the morning in China is the evening before')
  t.equal((await site.get('/zh/news/1')).statusCode, 404)

  await site.app.close()
  const { apiBase } = site.config
  const next = await createSite(t, { config: { ...config, apiBase } })
  next.origin.answer('/', status(503))
  const away = await next.get('/news/1')
  t.strictSame([away.statusCode, langOf(away.body)], [502, 'en-US'], 'kept for a start without the upstream')
  await next.app.close()
  writeFileSync(join(dataDir, 'site-facts.json'), '{"languages":["fr"]')
  const damaged = await createSite(t, { config })
  t.equal(langOf((await damaged.get('/')).body), 'zh-CN', 'damage to the file is no reason not to start')
})
