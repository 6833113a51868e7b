// A server that starts again has what the one before had stored.
import { cpSync, readFileSync, statSync } from 'node:fs'
import t from 'tap'
import { article } from '../cache/helpers/answers.ts'
import { hour } from '../cache/helpers/clock.ts'
import { times, type World } from '../cache/helpers/world.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { createFolder, linesOf, snapshotsIn } from './world.ts'

const endUpstream = ({ on }: World) => on({ fault: 'reset' }, '/')

for (const [name, hours, status] of [
  ['fresh', 1, /; hit; ttl=[1-9]/],
  ['stale', 20, /; hit; ttl=-[1-9]/],
  ['old', 100, /stale-if-error/],
] as const) {
  t.test(`a server started during an outage serves ${name} responses from its snapshot`, async (t) => {
    const { start, clock } = createFolder(t)
    const before = await start()
    const known = [before.onCall(article('a')), '/api/home/manual/1?lang=zh', '/news/1', '/en/product']
    const bodies: string[] = []
    for (const path of known) bodies.push((await before.get(path)).body)
    await before.app.close()
    clock.advance(hours * hour)
    const after = await start()
    endUpstream(after)
    for (const [index, path] of known.entries()) {
      const { statusCode, body, headers } = await after.get(path)
      t.strictSame([statusCode, body], [200, bodies[index]], path)
      // A page may be made again from stale responses.
      if (!path.startsWith('/api/')) continue
      t.match(headers['cache-status'], status, path)
      t.equal(headers['age'], String(hours * 3600), 'downtime counts')
    }
    t.equal((await after.get('/api/home/article/detail/404')).statusCode, 502)
    t.match(linesOf(after), [{ level: 30 }])
    t.match(await after.purge({ tag: 'manual', mode: 'hard' }), { purged: 1 })
  })
}

t.test('a hard purge removes a response from the snapshot at once, a soft one leaves it stale', async (t) => {
  const { start, dataDir } = createFolder(t)
  const before = await start()
  const paths = times(3, () => before.onCall(article('a'))) as [string, string, string]
  for (const path of paths) await before.get(path)
  await before.purge({ url: paths[0], mode: 'hard' })
  await before.purge({ url: paths[1], mode: 'soft' })
  // As a crash leaves it.
  const crashed = temporaryFolder(t)
  cpSync(dataDir, crashed, { recursive: true })
  const after = await start({ dataDir: crashed })
  for (const path of paths) after.on({ ...article('next'), after: new Promise(setImmediate) }, path)
  const bodies: string[] = []
  for (const path of paths) bodies.push((await after.get(path)).body.includes('next') ? 'next' : 'stored')
  t.strictSame(bodies, ['next', 'stored', 'stored'])
  await until(async () => (await after.get(paths[1])).body.includes('next'))
  t.strictSame(paths.map(after.count), [1, 1, 0])
})

t.test('the file is for its owner alone, and nothing lies beside it', async (t) => {
  const { start, files } = createFolder(t)
  const server = await start()
  t.strictSame(linesOf(server), [], 'a start without one says nothing')
  await Promise.all(times(5, () => server.purge({ all: true, mode: 'soft' })))
  await server.app.close()
  t.equal(files().length, 1)
  t.equal(statSync(files()[0]!).mode & 0o777, 0o600)
})

t.test('a killed process has left a snapshot: the next one needs no upstream', async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const env = { API_BASE: origin.url, CACHE_SNAPSHOT_SECONDS: '1', DATA_DIR: temporaryFolder(t) }
  const first = await startProgram(t, env)
  const page = await get(`${first.url}/news/1`)
  await until(() => snapshotsIn(env.DATA_DIR).some((file) => readFileSync(file).includes('PAGE /news/1')))
  first.child.kill('SIGKILL')
  await first.ended
  origin.json('/', { success: false }, 503)
  const second = await startProgram(t, env)
  t.strictSame(await get(`${second.url}/news/1`), page)
})

async function get(url: string) {
  const headers = { 'accept-language': 'zh', 'user-agent': 'Googlebot/2.1' }
  const response = await fetch(url, { headers })
  return { status: response.status, body: await response.text() }
}
