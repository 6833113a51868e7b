// A server that starts again has what the one before had stored.
import { cpSync, readFileSync, statSync } from 'node:fs'
import t, { type Test } from 'tap'
import { article, text } from '../cache/helpers/answers.ts'
import { hour } from '../cache/helpers/clock.ts'
import { times, type World } from '../cache/helpers/world.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { createFolder, linesOf } from './world.ts'

const endUpstream = ({ on }: World) => on({ fault: 'reset' }, '/')

t.test('a server started during an outage serves responses from its snapshot', async (t) => {
  const { start, clock } = createFolder(t)
  const before = await start()
  const known = [before.onCall(article('a')), '/api/home/manual/1?lang=zh', '/news/1', '/en/product']
  const bodies: string[] = []
  for (const path of known) bodies.push((await before.get(path)).body)
  await before.app.close()
  let age = 0
  for (const [hours, status] of [
    [1, /; hit; ttl=[1-9]/],
    [19, /; hit; ttl=-[1-9]/],
    [80, /stale-if-error/],
  ] as const) {
    clock.advance(hours * hour)
    age += hours * 3600
    const after = await start()
    endUpstream(after)
    for (const [index, path] of known.entries()) {
      const { statusCode, body, headers } = await after.get(path)
      t.strictSame([statusCode, body], [200, bodies[index]], path)
      // A page may be made again from stale responses.
      if (!path.startsWith('/api/')) continue
      t.match(headers['cache-status'], status, path)
      t.equal(headers['age'], String(age), 'downtime counts')
    }
    t.equal((await after.get('/api/home/article/detail/404')).statusCode, 502)
    t.match(linesOf(after), [{ level: 30 }])
    if (hours === 80) t.match(await after.purge({ tag: 'manual', mode: 'hard' }), { purged: 1 })
    await after.app.close()
  }
})

/** A server that starts with the files of another one, as a crash leaves them. */
async function afterCrash(t: Test, { dataDir, start }: ReturnType<typeof createFolder>) {
  const crashed = temporaryFolder(t)
  cpSync(dataDir, crashed, { recursive: true })
  return start({ dataDir: crashed })
}

t.test('a hard purge removes a response from the snapshot at once, a soft one leaves it stale', async (t) => {
  const folder = createFolder(t)
  const before = await folder.start()
  const paths = times(3, () => before.onCall(article('a'))) as [string, string, string]
  for (const path of paths) await before.get(path)
  await before.purge({ url: paths[0], mode: 'hard' })
  await before.purge({ url: paths[1], mode: 'soft' })
  const after = await afterCrash(t, folder)
  for (const path of paths) after.on({ ...article('next'), after: new Promise(setImmediate) }, path)
  const bodies: string[] = []
  for (const path of paths) bodies.push((await after.get(path)).body.includes('next') ? 'next' : 'stored')
  t.strictSame(bodies, ['next', 'stored', 'stored'])
  await until(async () => (await after.get(paths[1])).body.includes('next'))
  t.strictSame(paths.map(after.count), [1, 1, 0])
})

t.test('what is purged while the snapshot is written is not in it', async (t) => {
  const folder = createFolder(t)
  const before = await folder.start()
  const paths = times(12, () => before.on(text('x'.repeat(900_000), 'max-age=60')))
  for (const path of paths) for (const _visit of [1, 2]) await before.get(path)
  const saving = before.purge({ tag: 'none', mode: 'soft' })
  await until(() => folder.files().some((file) => file.endsWith('.tmp')))
  // It is written first, because it was used first.
  await before.purge({ url: paths[0], mode: 'hard' })
  await saving
  const after = await afterCrash(t, folder)
  endUpstream(after)
  for (const [at, statusCode] of [502, 200].entries()) t.match(await after.get(paths[at]!), { statusCode })
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

t.test('a server that crashed has left a snapshot: the next one needs no upstream', async (t) => {
  const folder = createFolder(t)
  const before = await folder.start({ cacheSnapshotSeconds: 1 })
  const { body } = await before.get('/news/1')
  const isOfPage = (line: string) => Buffer.from(line, 'base64').includes('/news/1 zh')
  const isWritten = (file: string) =>
    !file.endsWith('.tmp') && readFileSync(file, 'latin1').split('\n').some(isOfPage)
  await until(() => folder.files().some(isWritten))
  const after = await afterCrash(t, folder)
  endUpstream(after)
  t.match(await after.get('/news/1'), { statusCode: 200, body })
})
