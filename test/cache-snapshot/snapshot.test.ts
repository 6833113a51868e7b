import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import t from 'tap'
import type { Entry } from '../../server/cache/entry.ts'
import { reuseOf } from '../../server/cache/semantics/reuse.ts'
import { createTestEntry, start } from '../cache-redis/entries.ts'
import { createWorld } from './world.ts'

const hour = 3_600_000
const named = (name: string | number, given: Partial<Entry> = {}) =>
  createTestEntry({ key: `GET /${name} zh`, tags: [`path:/${name}`, 'any'], ...given })

t.test('what memory holds is there again after a restart, variants and binary bodies too', async (t) => {
  const { startLife } = await createWorld(t)
  const before = startLife()
  const entries = [
    named('a', { body: Buffer.from([0, 255, 10, 13]) }),
    named('b', { selecting: { names: ['x'], key: 'x:1' } }),
    named('b', { selecting: { names: ['x'], key: 'x:2' }, purgedAt: 7 }),
    named('empty', { body: Buffer.alloc(0) }),
  ]
  for (const entry of entries) before.memory.set(entry)
  await before.snapshot.save()
  const after = startLife()
  t.strictSame(await after.snapshot.load(), { count: 4, savedAt: start, content: '' })
  for (const name of ['a', 'b', 'empty'])
    t.strictSame(after.memory.get(`GET /${name} zh`), before.memory.get(`GET /${name} zh`))
  t.equal(after.memory.purge({ kind: 'tag', tag: 'path:/a' }, 'hard', start), 1)
  const levels = after.lines.map(({ level }) => level)
  t.strictSame(levels, [30])
})

t.test('entries keep their age: downtime counts towards freshness', async (t) => {
  const { startLife, clock } = await createWorld(t)
  const before = startLife()
  before.memory.set(named('a'))
  await before.snapshot.save()
  clock.now += 1.5 * hour
  const after = startLife()
  await after.snapshot.load()
  const [entry] = after.memory.get('GET /a zh')
  t.equal(entry?.responseTime, start)
  t.equal(reuseOf(entry!, clock.now), 'stale')
})

t.test('entries of no more use are neither saved nor loaded', async (t) => {
  const { startLife, clock, file } = await createWorld(t)
  const before = startLife()
  before.memory.set(named('a'))
  await before.snapshot.save()
  const { size } = await stat(file)
  clock.now += 3 * hour
  t.equal((await startLife().snapshot.load()).count, 0)
  await before.snapshot.save()
  t.ok((await stat(file)).size < size - 100)
})

t.test('a start without a file says nothing', async (t) => {
  const { startLife } = await createWorld(t)
  const { snapshot, lines } = startLife()
  t.strictSame(await snapshot.load(), { count: 0, savedAt: undefined, content: undefined })
  t.strictSame(lines, [])
})

t.test('the file is for its owner alone, and nothing lies beside it', async (t) => {
  const { startLife, file } = await createWorld(t)
  await startLife().snapshot.save()
  t.equal((await stat(file)).mode & 0o777, 0o600)
  t.strictSame(await readdir(dirname(file)), ['cache.snapshot'])
})

t.test('concurrent saves run once, and the file is complete at any time', async (t) => {
  const { startLife, file } = await createWorld(t)
  const life = startLife()
  for (let at = 0; at < 50; at++) life.memory.set(named(at, { body: Buffer.alloc(100_000) }))
  await life.snapshot.save()
  const before = await readFile(file)
  const saves = [life.snapshot.save(), life.snapshot.save()]
  t.equal(saves[0], saves[1])
  t.ok((await readFile(file)).equals(before))
  await Promise.all(saves)
  t.ok((await readFile(file)).equals(before))
})

t.test('a folder that cannot be written is one line, and the next save that works ends it', async (t) => {
  const { startLife, file, folder } = await createWorld(t)
  await writeFile(`${folder}/deep`, 'in the way')
  const { snapshot, lines } = startLife()
  await snapshot.save()
  await snapshot.save()
  t.equal(lines.length, 1)
  t.match(lines[0], { level: 40, file })
  t.strictSame(await snapshot.load(), { count: 0, savedAt: undefined, content: undefined })
})
