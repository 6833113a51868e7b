import { stat } from 'node:fs/promises'
import t from 'tap'
import { createTestEntry } from '../cache-redis/entries.ts'
import { createWorld } from './world.ts'

const named = (at: number, body: Buffer) => createTestEntry({ key: `GET /${at} zh`, body })

t.test('the file has a bound, and the entries used last are in it', async (t) => {
  const { startLife, file } = await createWorld(t)
  const before = startLife()
  for (let at = 0; at < 100; at++) {
    before.memory.set(named(at, Buffer.alloc(10_000, at)))
    before.memory.get(`GET /${at} zh`)
  }
  before.memory.get('GET /3 zh')
  const bounded = startLife({ maxBytes: 200_000 })
  for (const entry of [...before.memory.entries()].reverse()) {
    bounded.memory.set(entry)
    bounded.memory.get(entry.key)
  }
  await bounded.snapshot.save()
  t.ok((await stat(file)).size < 201_000)
  const after = startLife()
  t.equal((await after.snapshot.load()).count, 19)
  t.equal(after.memory.get('GET /3 zh').length, 1)
  t.equal(after.memory.get('GET /99 zh').length, 1)
  t.equal(after.memory.get('GET /50 zh').length, 0)
})

t.test('a full memory store is restored, and its entries are not on probation', async (t) => {
  const { startLife } = await createWorld(t)
  const before = startLife({ memoryBytes: 1_000_000 })
  for (let at = 0; at < 200; at++) {
    before.memory.set(named(at, Buffer.alloc(10_000)))
    before.memory.get(`GET /${at} zh`)
  }
  await before.snapshot.save()
  const after = startLife({ memoryBytes: 1_000_000 })
  await after.snapshot.load()
  t.equal(after.memory.usage().count, before.memory.usage().count)
  t.equal(after.memory.get('GET /199 zh').length, 1)
})
