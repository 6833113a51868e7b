// Pages of several servers: made by one, shown by all, purged everywhere.
import t, { type Test } from 'tap'
import { createApp } from '../../server/app.ts'
import { readBuild } from '../../server/base/build.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createUpstream } from '../../server/origin/upstream.ts'
import { silent } from '../helpers/log.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { distDir, personAgent } from '../helpers/site.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'

const opsToken = 'a-token-of-operators'

async function createWorld(t: Test) {
  const [redis, origin] = await Promise.all([startRedis(t), createTestOrigin(t, { folder: smallFolder })])
  const start = async (dataDir = t.testdirName) => {
    const env = {
      SITE_URL: 'https://site.example',
      API_BASE: origin.url,
      REDIS_URL: redis.url,
      OPS_TOKEN: opsToken,
    }
    const parsed = parseConfig({ ...env, DATA_DIR: dataDir }, smallFolder)
    if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
    const app = await createApp({
      config: parsed.config,
      origin: createUpstream({ base: origin.url, connections: 8, log: silent }),
      build: await readBuild(distDir),
      distDir,
      telemetry: { log: silent },
    })
    t.teardown(() => app.close())
    const get = (url: string) =>
      app.inject({
        url,
        headers: { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'zh' },
      })
    return { app, get }
  }
  t.testdir()
  const servers = [await start(), await start(), await start()] as const
  /** The article gets another title, which a purge tells the first server. */
  const rename = async () => {
    origin.patch('/api/home/article/detail/1?lang=zh', (article) => ({
      ...(article as object),
      title: '新标题',
    }))
    const headers = { authorization: `Bearer ${opsToken}` }
    const payload = { tag: 'id:1', mode: 'hard' }
    const purged = await servers[0].app.inject({ method: 'POST', url: '/ops/purge', headers, payload })
    t.equal(purged.statusCode, 200)
  }
  return { origin, servers, start, rename }
}

if (!isRedisMissing(t)) {
  t.test('a page rendered by one server is served by the others without a request', async (t) => {
    const { origin, servers } = await createWorld(t)
    const [first, ...others] = servers
    const { body } = await first.get('/news/1')
    await until(() => origin.hits.some((hit) => hit.endsWith('/detail/1?lang=en')))
    const asked = origin.hits.length
    await until(async () =>
      String((await others[0].get('/news/1')).headers['cache-status']).includes('; hit'),
    )
    for (const { get } of others) t.equal((await get('/news/1')).body, body)
    t.equal(origin.hits.length, asked)
  })

  t.test('a purge of an address reaches the page on every server', async (t) => {
    const { servers, rename } = await createWorld(t)
    for (const { get } of servers) await get('/news/1')
    await rename()
    for (const { get } of servers) await until(async () => (await get('/news/1')).body.includes('新标题'))
  })

  t.test('what was purged while a server was away does not return with its snapshot', async (t) => {
    const { start, rename } = await createWorld(t)
    const dataDir = temporaryFolder(t)
    const before = await start(dataDir)
    const isStored = async () =>
      String((await before.get('/news/1')).headers['cache-status']).includes('; hit')
    await until(isStored)
    await before.app.close()
    await rename()
    const after = await start(dataDir)
    t.match((await after.get('/news/1')).body, '新标题')
  })
}
