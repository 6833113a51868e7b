// What one server pulls from a content system, on all servers that share a Redis: one polls, the others have the same.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { createSharedIds } from '../../server/cache/redis/shared-ids.ts'
import { createSharedPull } from '../../server/cache/redis/shared-pull.ts'
import { openPulledFolder, pulledFolder } from '../../server/store/pull/folder.ts'
import { textOf } from '../../server/store/pull/item-file.ts'
import { createSharedCopy } from '../../server/store/pull/shared-copy.ts'
import { createClient } from '../cache-redis/clients.ts'
import { isRedisMissing, type RedisServer, startRedis } from '../cache-redis/redis-server.ts'
import { createTestCms } from '../helpers/cms.ts'
import { silent } from '../helpers/log.ts'
import { ifLong } from '../helpers/long.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { entryOf, serveEntries } from '../helpers/strapi.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { runProgram } from '../server/commands/process.ts'

type Item = { id: number; title: string }

const later = () => ({ updatedAt: new Date(Date.now() + 60_000).toISOString() })

/** Strapi with news, an empty Redis, and servers in front of them. */
async function createWorld(t: Test, count = 3) {
  const redis = await startRedis(t)
  const cms = await createTestCms(t, 'strapi')
  const entries = Array.from({ length: count }, (_, index) => entryOf(index + 1))
  serveEntries(cms, 'articles', entries)
  for (const type of ['pages', 'products', 'services', 'solutions', 'downloads', 'manuals'])
    serveEntries(cms, type, [])
  const env = { API_KIND: 'strapi', API_BASE: cms.urls[0]!, API_TOKEN: 'token-of-the-test' }
  return { redis, cms, entries, env, start: (dataDir?: string) => startServer(t, redis, env, dataDir) }
}

/** With a lease of half a second. `die`: no message of the server reaches Redis any more. */
async function startServer(t: Test, redis: RedisServer, env: Record<string, string>, folder?: string) {
  const dataDir = folder ?? temporaryFolder(t)
  const config = {
    siteUrl: 'https://www.tinglan.example',
    apiKind: 'strapi' as const,
    apiBase: env['API_BASE']!,
  }
  const client = await createClient(t, { url: redis.url })
  const sharedPull = createSharedPull({ redis: client, config, leaseMs: 500 })
  const sharedIds = createSharedIds(client)
  const site = await createTestPulled(t, env, dataDir, { sharedPull, sharedIds })
  const titles = async () => {
    const { data } = await site.get('/api/home/article/list/news?lang=zh&page_size=100')
    return (data.list as Item[]).map(({ title }) => title)
  }
  return {
    ...site,
    dataDir,
    titles,
    folder: pulledFolder(site.config),
    die: client.close,
    shows: (title: string) => until(async () => (await titles()).includes(title), { what: `${title} shown` }),
    hides: (title: string) =>
      until(async () => !(await titles()).includes(title), { what: `${title} hidden` }),
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

async function startTwo(t: Test, count?: number) {
  const world = await createWorld(t, count)
  const first = await world.start()
  await first.ready()
  const second = await world.start()
  await second.ready()
  return { ...world, first, second }
}

/** Texts in the copy, by file. */
async function copyIn({ look }: RedisServer): Promise<Map<string, string>> {
  const [key] = await look.keys('{site-pulled:*:files')
  const blobs = key ? await look.hgetallBuffer(key) : {}
  return new Map(Object.entries(blobs).map(([file, blob]) => [file, gunzipSync(blob).toString()]))
}

/** The content files and site files. */
async function filesOf({ folder }: Server): Promise<Map<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:md|yaml)$/.test(name))
  return new Map(
    await Promise.all(
      names.sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  )
}

const fileOf = async ({ get, folder }: Server, sign: string) => {
  const { data } = await get(`/api/home/article/info/${sign}?lang=zh`)
  return join(folder, `news/${data.id}.zh.md`)
}

const hasCopyOf = async (redis: RedisServer, text: string) =>
  [...(await copyIn(redis)).values()].some((one) => one.includes(text))

/** A server's folder and the copy, without a content system. */
async function createCopy(t: Test, { url }: RedisServer) {
  const config = {
    siteUrl: 'https://www.tinglan.example',
    apiKind: 'strapi' as const,
    apiBase: 'x',
  }
  const shared = createSharedPull({ redis: await createClient(t, { url }), config })
  if (!shared) throw new Error('expected REDIS_URL')
  const folder = await openPulledFolder(temporaryFolder(t))
  const copy = createSharedCopy({
    shared,
    folder,
    items: { learn: () => {} },
    log: silent,
    monotonic: () => performance.now(),
    onState: async () => {},
    learnNumbers: async () => {},
  })
  t.teardown(copy.close)
  return { folder, copy }
}

const itemOf = (front: Record<string, unknown>) => [front, textOf(front, '<p>x</p>')] as const

/** All keys with all values, decompressed. */
async function everythingIn({ look }: RedisServer): Promise<string> {
  const texts = (await look.keys('*')).map(async (key) => {
    const type = await look.type(key)
    if (type === 'string') return `${key} ${await look.get(key)}`
    if (type === 'zset') return `${key} ${await look.zrange(key, '0', '-1')}`
    const fields = Object.entries(await look.hgetallBuffer(key))
    const values = fields.map(([name, value]) => `${name} ${value[0] === 0x1f ? gunzipSync(value) : value}`)
    return `${key} ${values}`
  })
  return (await Promise.all(texts)).join('\n')
}

if (!isRedisMissing(t)) {
  t.test(
    'two servers: the second costs the system no request, and shows what the first has polled',
    async (t) => {
      const { cms, entries, first, second } = await startTwo(t)
      const requests = cms.requests.length
      await second.poll()
      await second.poll()
      t.equal(cms.requests.length, requests)
      t.strictSame(await filesOf(second), await filesOf(first))
      entries[0] = entryOf(1, { title: '改了', ...later() })
      entries.splice(1, 1)
      await first.poll()
      await second.shows('改了')
      await second.hides('标题 2')
      t.strictSame(second.origin.warnings?.(), [])
    },
  )

  t.test('a webhook that reaches a server without the lease changes all of them', ifLong, async (t) => {
    const { entries, first, second } = await startTwo(t)
    const notify = (event: string, number: number) =>
      second.origin.changesOf?.({
        event,
        model: 'article',
        entry: { documentId: `doc${number}`, publishedAt: 'x' },
      })
    entries[0] = entryOf(1, { title: '立即可见' })
    await notify('entry.update', 1)
    await second.shows('立即可见')
    await first.shows('立即可见')
    entries.splice(1, 1)
    await notify('entry.unpublish', 2)
    await first.hides('标题 2')
  })

  t.test('the server that polls dies: another one goes on where it was', async (t) => {
    const { cms, entries, first, second } = await startTwo(t)
    await first.die()
    const requests = cms.requests.length
    entries[0] = entryOf(1, { title: '改了', ...later() })
    await until(async () => {
      await second.poll()
      return cms.requests.length > requests
    })
    await second.shows('改了')
    const dates = cms.requests.slice(requests).filter(({ url }) => url.includes('updatedAt'))
    t.ok(dates.length > 0, 'from the date of the first')
  })

  t.test('a server that ends hands over at once', ifLong, async (t) => {
    const { cms, first, second } = await startTwo(t)
    await first.close()
    const requests = cms.requests.length
    await second.poll()
    t.ok(cms.requests.length > requests)
  })

  t.test('an empty disk and a dead system: everything is served from the copy', async (t) => {
    const { cms, first, start } = await startTwo(t)
    cms.answer('', (response) => response.destroy())
    const third = await start()
    await third.ready()
    t.strictSame(await filesOf(third), await filesOf(first))
    t.equal((await third.titles()).length, 3)
    t.match((await third.get('/api/home/article/info/sign-2?lang=zh')).data, {
      title: '标题 2',
      body: /正文 2/,
    })
    t.ok((await third.get('/api/home/search?lang=zh&q=标题')).data.total > 2)
    t.ok((third.origin.pullFacts?.().ageSeconds ?? Number.NaN) >= 0)
  })

  t.test('an older and damaged folder becomes what the copy is', ifLong, async (t) => {
    const { entries, first, second, start } = await startTwo(t)
    const damaged = await fileOf(second, 'sign-2')
    const removed = await fileOf(second, 'sign-3')
    await second.close()
    entries[0] = entryOf(1, { title: '改了', ...later() })
    await first.poll()
    await writeFile(damaged, 'damaged')
    await writeFile(removed, (await readFile(removed, 'utf8')).replaceAll('标题', '旧'))
    const again = await start(second.dataDir)
    await again.ready()
    await again.shows('改了')
    await until(async () => String([...(await filesOf(again))]) === String([...(await filesOf(first))]))
    t.strictSame(await filesOf(again), await filesOf(first))
  })

  t.test(
    'a draft is never in Redis; what becomes one is removed there and on the other servers',
    async (t) => {
      const redis = await startRedis(t)
      const [first, second] = [await createCopy(t, redis), await createCopy(t, redis)]
      const write = (id: number, title: string, draft?: boolean) =>
        first.folder.writeItem(`news/${id}.zh.md`, ...itemOf({ id, title, draft, source: `news/${id}` }))
      await write(1, '公开')
      await write(2, '秘密', true)
      await write(3, '先公开')
      await first.folder.write('.state.json', JSON.stringify({ since: '', totals: {}, held: [] }))
      t.ok(await first.copy.mayPoll(false))
      t.notOk(await second.copy.mayPoll(false))
      t.strictSame([...second.folder.known.keys()].sort(), ['news/1.zh.md', 'news/3.zh.md'])
      await write(3, '后来秘密', true)
      t.ok(await first.copy.publish())
      t.strictSame([...(await copyIn(redis)).keys()].sort(), ['.state.json', 'news/1.zh.md'])
      await second.copy.follow()
      t.strictSame([...second.folder.known.keys()], ['news/1.zh.md'])
      const all = await everythingIn(redis)
      t.match(all, '公开')
      t.notMatch(all, /秘密|先公开|news\/2/)
    },
  )

  t.test('Redis loses everything: it gets the copy again', ifLong, async (t) => {
    const { redis, cms, first, second, start } = await startTwo(t)
    const before = await copyIn(redis)
    t.ok(before.size > 3)
    await redis.look.flushall()
    await until(async () => (await copyIn(redis)).has('.state.json'))
    t.strictSame([...(await copyIn(redis)).keys()].sort(), [...before.keys()].sort())
    await redis.kill()
    await redis.restart()
    await until(async () => {
      await first.poll()
      await second.poll()
      return (await copyIn(redis)).has('.state.json')
    })
    cms.answer('', (response) => response.destroy())
    const third = await start()
    await third.ready()
    t.strictSame(await filesOf(third), await filesOf(first))
  })

  t.test('without Redis each server polls for itself; with it again they have the same', async (t) => {
    const { redis, entries, first, second } = await startTwo(t)
    await redis.kill()
    const titleIn = { title: '没有 Redis', ...later() }
    entries[0] = entryOf(1, titleIn)
    const notify = () =>
      second.origin.changesOf?.({
        event: 'entry.update',
        model: 'article',
        entry: { documentId: 'doc2', publishedAt: 'x' },
      })
    entries[1] = entryOf(2, { title: '通知' })
    await notify()
    await second.shows('通知')
    for (const server of [first, second])
      await until(async () => {
        await server.poll()
        return (await server.titles()).includes('没有 Redis')
      })
    await redis.restart()
    await until(async () => {
      await first.poll()
      await second.poll()
      return hasCopyOf(redis, '没有 Redis')
    })
    for (const server of [first, second]) await server.shows('通知')
    await until(async () => String([...(await filesOf(second))]) === String([...(await filesOf(first))]))
    t.pass()
  })

  t.test('held removals are those of all servers, and any of them releases them', ifLong, async (t) => {
    const { entries, env, first, second } = await startTwo(t, 60)
    entries.splice(30)
    await first.poll()
    await until(() => second.origin.pullFacts?.().held === 30)
    t.match(second.origin.warnings?.(), ['content system: removals are held'])
    const { code } = await runProgram(['content', 'release'], { ...env, DATA_DIR: second.dataDir })
    t.equal(code, 0)
    await second.poll()
    t.equal(second.origin.pullFacts?.().held, 0)
    await until(async () => (await first.titles()).length === 30)
    await until(() => first.origin.pullFacts?.().held === 0)
    t.strictSame(first.origin.warnings?.(), [])
  })

  t.test('two sites in one Redis have copies of their own', ifLong, async (t) => {
    const { redis, first } = await startTwo(t)
    const other = await createTestCms(t, 'strapi')
    const env = { API_KIND: 'strapi', API_BASE: other.urls[0]!, API_TOKEN: 'token-of-the-test' }
    const site = await startServer(t, redis, env)
    await site.ready()
    t.equal((await redis.look.keys('{site-pulled:*:lease')).length, 2)
    t.notMatch(await site.titles(), ['标题 1'])
    t.equal((await first.titles()).length, 3)
  })
}
