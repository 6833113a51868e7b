// Languages and time zone that an upstream changes while the server runs; they are kept for the next start.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { langOf } from '../../helpers/html.ts'
import { createLanguageSite } from '../../helpers/language-site.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { createSite } from '../../helpers/site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { status } from '../../helpers/upstream.ts'

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
  await postOps(site, '/ops/purge', { all: true, mode: 'hard' })
  // It reads the new configuration, and the pages after it are made for it.
  await site.get('/contact')
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
