import { mkdir, readFile, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { createTestEntry } from '../cache-redis/entries.ts'
import { createRandom } from '../helpers/random.ts'
import { createWorld } from './world.ts'

const count = 20
const bodyOf = (at: number) => Buffer.alloc(1000, at)

/** A snapshot of twenty entries, the latest used first, and a way to load what was made of it. */
async function createSaved(t: Test) {
  const world = await createWorld(t)
  const before = world.startLife()
  for (let at = 0; at < count; at++) {
    before.memory.set(createTestEntry({ key: `GET /${at} zh`, body: bodyOf(at) }))
    before.memory.get(`GET /${at} zh`)
  }
  await before.snapshot.save()
  const whole = await readFile(world.file)
  const load = async (bytes: Buffer) => {
    await writeFile(world.file, bytes)
    const life = world.startLife()
    const loaded = await life.snapshot.load()
    const entries = [...life.memory.entries()]
    const isSound = entries.every(({ key, body }) => body.equals(bodyOf(Number(/\d+/.exec(key)))))
    return { ...loaded, ...life, isSound }
  }
  return { ...world, whole, load }
}

t.test('the complete entries of a truncated file are loaded, with one log line', async (t) => {
  const { whole, load } = await createSaved(t)
  const counts: number[] = []
  for (let length = whole.length - 1; length >= 0; length -= 397) {
    const { count: loaded, isSound, lines } = await load(whole.subarray(0, length))
    t.ok(isSound)
    const levels = lines.map(({ level }) => level)
    t.strictSame(levels, [40])
    counts.push(loaded)
  }
  t.strictSame(
    counts,
    counts.toSorted((a, b) => b - a),
  )
  t.equal(counts[0], count)
  t.equal(counts.at(-1), 0)
})

t.test('an entry that is damaged is left out, and those after it are loaded', async (t) => {
  const { whole, load } = await createSaved(t)
  const damaged = Buffer.from(whole)
  damaged[whole.indexOf(bodyOf(7)) + 500]! ^= 1
  const { count: loaded, isSound, lines, memory } = await load(damaged)
  t.equal(loaded, count - 1)
  t.ok(isSound)
  t.strictSame(memory.get('GET /7 zh'), [])
  t.equal(lines.length, 1)
})

t.test('damage anywhere brings no false entry and no error', async (t) => {
  const { whole, load } = await createSaved(t)
  const random = createRandom(11)
  for (let round = 0; round < 60; round++) {
    const damaged = Buffer.from(whole)
    for (let times = random.below(5); times >= 0; times--)
      damaged[random.below(whole.length)] = random.below(256)
    const { isSound, lines } = await load(damaged)
    t.ok(isSound)
    t.equal(lines.length, 1)
  }
})

const foreign: [string, (whole: Buffer) => Buffer][] = [
  [
    'of another version',
    (whole) => Buffer.from(whole.toString('latin1').replace('snapshot 2 ', 'snapshot 3 '), 'latin1'),
  ],
  ['of another program', () => Buffer.from('{"cache":[]}\n')],
  ['of random bytes', () => Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))],
  ['of one endless line', () => Buffer.alloc(3_000_000, 'x')],
  ['that is empty', () => Buffer.alloc(0)],
]
for (const [name, make] of foreign) {
  t.test(`a file ${name} brings nothing, with one line`, async (t) => {
    const { whole, load } = await createSaved(t)
    const { count: loaded, lines, memory } = await load(make(whole))
    t.equal(loaded, 0)
    t.equal(memory.usage().count, 0)
    t.equal(lines.length, 1)
    t.equal(lines[0]!.level, 40)
  })
}

t.test('a folder in place of the file is one line', async (t) => {
  const { file, startLife } = await createWorld(t)
  await mkdir(file, { recursive: true })
  const { snapshot, lines } = startLife()
  t.strictSame(await snapshot.load(), { count: 0, savedAt: undefined, content: undefined })
  await snapshot.save()
  t.equal(lines.length, 2)
})

t.test('a file larger than the bound is read up to it', async (t) => {
  const { startLife } = await createSaved(t)
  const { snapshot, memory } = startLife({ maxBytes: 3000 })
  const { count: loaded } = await snapshot.load()
  t.ok(loaded >= 2 && loaded < 6, String(loaded))
  t.equal(memory.get('GET /19 zh').length, 1)
})
