// Two servers with embedded content and one Redis: changes reach both, and old responses do not come back.
import t from 'tap'
import { createFolder, page, siteFiles, writeFiles } from '../content/world.ts'
import { createEmbeddedSite, eventually } from '../helpers/embedded-site.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'

const files = {
  ...siteFiles,
  'news/a.zh.md': page('id: 1\ntitle: 旧题\npublished_at: 2026-01-01T00:00:00Z'),
  'product/a.zh.md': page('id: 2\ntitle: 产品'),
}
const changed = { 'news/a.zh.md': page('id: 1\ntitle: 新题\npublished_at: 2026-01-01T00:00:00Z') }

if (!isRedisMissing(t)) {
  t.test('a saved file is live on both servers, and other pages stay in the cache', async (t) => {
    const redis = await startRedis(t)
    const folder = createFolder(t, files)
    const env = { REDIS_URL: redis.url }
    const servers = [
      await createEmbeddedSite(t, { folder, env }),
      await createEmbeddedSite(t, { folder, env }),
    ]
    for (const { get } of servers) for (const url of ['/news/1', '/news', '/product/2']) await get(url)
    writeFiles(folder, changed)
    for (const { body } of servers) await eventually(async () => (await body('/news/1')).includes('新题'))
    for (const { body, isHit } of servers) {
      await eventually(async () => (await body('/news')).includes('新题'))
      t.ok(await isHit('/product/2'))
    }
  })
}
