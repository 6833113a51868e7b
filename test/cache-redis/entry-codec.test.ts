import t from 'tap'
import type { Fields } from '../../server/base/fields.ts'
import { decodeEntry, encodeEntry } from '../../server/cache/entry-codec.ts'
import { createRandom } from '../helpers/random.ts'
import { createTestEntry } from './entries.ts'

t.test('the body is not encoded: an entry takes little more than its body', async (t) => {
  const body = Buffer.alloc(100_000, 0xff)
  t.ok(encodeEntry(createTestEntry({ body })).length < body.length + 400)
})

t.test('a decoded body holds no memory but its own', async (t) => {
  const blob = Buffer.concat([encodeEntry(createTestEntry()), Buffer.alloc(1_000_000)])
  const entry = decodeEntry(blob.subarray(0, blob.length - 1_000_000))!
  t.equal(entry.body.buffer.byteLength, entry.body.length)
})

t.test('a single changed byte anywhere makes it undefined', async (t) => {
  const whole = encodeEntry(createTestEntry())
  const survived = [...whole.keys()].filter((at) => {
    const damaged = Buffer.from(whole)
    damaged[at] = whole[at]! ^ 0x20
    return decodeEntry(damaged) !== undefined
  })
  t.strictSame(survived, [])
})

t.test('an entry cut off anywhere, or with bytes after it, is undefined', async (t) => {
  const whole = encodeEntry(createTestEntry())
  const cut = [...whole.keys()].filter((length) => decodeEntry(whole.subarray(0, length)) !== undefined)
  t.strictSame(cut, [])
  t.equal(decodeEntry(Buffer.concat([whole, Buffer.from([0])])), undefined)
})

t.test('foreign bytes are undefined, and never an error', async (t) => {
  const random = createRandom(7)
  for (let round = 0; round < 2000; round++) {
    const foreign = Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)))
    t.equal(decodeEntry(foreign), undefined)
  }
})

t.test('facts of another shape are undefined even with a right checksum', async (t) => {
  const wrong = { ...createTestEntry(), status: '200' as unknown as number }
  t.equal(decodeEntry(encodeEntry(wrong)), undefined)
  t.equal(decodeEntry(encodeEntry({ ...wrong, status: 200, tags: [1] as unknown as string[] })), undefined)
  t.equal(decodeEntry(encodeEntry({ ...wrong, status: 200, fields: [] as unknown as Fields })), undefined)
})
