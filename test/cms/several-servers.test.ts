// Two servers in front of one content system with one Redis: the same numbers. The long test has whole servers, and their messages.
import t from 'tap'
import { createSharedIds } from '../../server/cache/redis/shared-ids.ts'
import { createClient } from '../cache-redis/clients.ts'
import { isRedisMissing, startRedis } from '../cache-redis/redis-server.ts'
import { createTestCms } from '../helpers/cms.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { entryOf, serveEntries } from '../helpers/strapi.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

type Item = { sign: string; id: number }

if (!isRedisMissing(t))
  t.test('two servers give an item one number, whatever order they read in', async (t) => {
    const { url } = await startRedis(t)
    const cms = await createTestCms(t, 'strapi')
    const types = ['articles', 'products', 'services', 'solutions', 'pages', 'downloads', 'manuals']
    for (const type of types) serveEntries(cms, type, [])
    const entries = [1, 2, 3].map((number) => entryOf(number))
    const env = { API_KIND: 'strapi', API_BASE: cms.urls[0]!, API_TOKEN: 'token-of-the-test' }
    const numbersOf = async () => {
      const sharedIds = createSharedIds(await createClient(t, { url }))
      const site = await createTestPulled(t, env, temporaryFolder(t), { sharedIds })
      await site.ready()
      const { data } = await site.get('/api/home/article/list/product?lang=zh')
      return (data.list as Item[]).map(({ sign, id }) => `${sign} ${id}`).sort()
    }
    serveEntries(cms, 'products', entries)
    const first = await numbersOf()
    serveEntries(cms, 'products', entries.toReversed())
    t.equal(first.length, 3)
    t.strictSame(await numbersOf(), first)
  })
