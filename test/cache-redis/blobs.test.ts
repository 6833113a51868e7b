import type { Redis } from 'ioredis'
import t from 'tap'
import { decodeBlob, encodeFrame } from '../../server/cache/redis/blob.ts'
import { createRedisBlobs } from '../../server/cache/redis/blobs.ts'
import { createRedisKeys, type Epoch, epochText } from '../../server/cache/redis/keys.ts'
import { createTestEntry, start } from './entries.ts'

const entry = createTestEntry()
const epoch: Epoch = { hard: 'aaaaaaaaaaaaaaaa', soft: 'bbbbbbbbbbbbbbbb', softAt: 0, content: '-' }
const frame = encodeFrame(entry, epoch.soft, start)

/** Blobs over a Redis that gives these responses, one after the other. */
function createWorld(answers: (() => [string | null, Buffer | null])[]) {
  const world = { purges: 0, asked: [] as string[] }
  const client = {
    setnx: async () => 1,
    get: async () => epochText(epoch),
    mgetBuffer: async (_epoch: string, name: string) => {
      world.asked.push(name)
      const [text, blob] = answers.shift()!()
      return [text && Buffer.from(text), blob]
    },
  } as unknown as Redis
  const blobs = createRedisBlobs({
    content: () => '-',
    keys: createRedisKeys(0),
    limits: { maxVariants: 16, maxKeysOfPath: 10 },
    purgeCount: () => world.purges,
    now: () => start,
  })
  return { world, client, blobs }
}

t.test('a blob that a purge came across is read again', async (t) => {
  const { world, client, blobs } = createWorld([
    () => {
      world.purges++
      return [epochText(epoch), frame]
    },
    () => [epochText(epoch), null],
  ])
  await blobs.renewEpoch(client)
  t.strictSame(await blobs.get(client, entry.key), [])
  t.equal(world.asked.length, 2)
})

t.test('a purge of everything by another server is noticed with the next read', async (t) => {
  const next = { ...epoch, hard: 'cccccccccccccccc' }
  const { world, client, blobs } = createWorld([
    () => [epochText(next), frame],
    () => [epochText(next), null],
  ])
  await blobs.renewEpoch(client)
  t.strictSame(await blobs.get(client, entry.key), [])
  t.ok(world.asked[1]?.includes(next.hard))
})

t.test('purges without end make it an empty tier', async (t) => {
  const { world, client, blobs } = createWorld(
    Array(9).fill(() => {
      world.purges++
      return [epochText(epoch), frame]
    }),
  )
  await blobs.renewEpoch(client)
  t.strictSame(await blobs.get(client, entry.key), [])
})

t.test('of a blob that is damaged, the frames that are whole are read', async (t) => {
  const other = encodeFrame(createTestEntry({ language: 'en' }), epoch.soft, start)
  const damaged = Buffer.from(frame)
  damaged[frame.length - 1]! ^= 1
  t.strictSame(decodeBlob(Buffer.concat([damaged, other]), entry.key, epoch, start), [
    createTestEntry({ language: 'en' }),
  ])
  t.strictSame(decodeBlob(Buffer.concat([frame, other.subarray(0, -1)]), entry.key, epoch, start), [entry])
  t.strictSame(decodeBlob(Buffer.alloc(100), entry.key, epoch, start), [])
})

t.test('an entry of another key is not taken for this one', async (t) => {
  t.strictSame(decodeBlob(frame, 'GET /another zh', epoch, start), [])
})
