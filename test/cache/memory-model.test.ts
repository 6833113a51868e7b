// The memory tier under random operations, against a naive model of it.
import t from 'tap'
import { createMemoryStore, createTagIndex } from '../../server/cache/memory-store.ts'
import { type PurgeTarget, purgeModes } from '../../server/ops/purge.ts'
import { createRandom, type Random } from '../helpers/random.ts'
import { storedEntry } from './helpers/entries.ts'
import { createMemoryModel, differences, matchedBy } from './helpers/memory-model.ts'

const steps = 4000
const keys = Array.from({ length: 40 }, (_, index) => `GET /${'abcd'[index % 4]}/${index} zh`)
const tags = ['news', 'product', 'id:1', 'id:2', 'id:3']
const roomy = 10_000_000

function randomEntry(random: Random) {
  return storedEntry({
    key: random.pick(keys),
    variant: random.pick(['', 'en', 'zh']),
    bytes: random.pick([0, 10, 100, 1000, random.below(20_000)]),
    tags: tags.filter(() => random.below(3) === 0),
  })
}

function randomTarget(random: Random): PurgeTarget {
  if (random.below(20) === 0) return { kind: 'all' }
  if (random.below(2) === 0) return { kind: 'tag', tag: random.pick([...tags, 'unknown']) }
  return { kind: 'key', prefix: random.pick(['GET /a', 'GET /b/1', ...keys]) }
}

for (const maxBytes of [20_000, 60_000, roomy]) {
  t.test(`${steps} random operations on ${maxBytes} bytes`, async (t) => {
    const random = createRandom(maxBytes)
    const tagged = createTagIndex()
    const store = createMemoryStore({ maxBytes, tagged })
    const model = createMemoryModel()

    const set = () => {
      const entry = randomEntry(random)
      model.set(entry)
      store.set(entry)
    }
    const get = () => {
      const key = random.pick(keys)
      const held = new Set([...store.entries()])
      const expected = model.get(key).filter((entry) => held.has(entry))
      t.strictSame(store.get(key), expected, 'the variants of a key, the newest first')
      if (maxBytes === roomy) t.equal(expected.length, model.get(key).length, 'nothing is lost')
    }
    const remove = () => {
      const removed = random.pick(keys)
      model.keep(({ key }) => key !== removed)
      store.delete(removed)
    }
    const purge = (step: number) => {
      const target = randomTarget(random)
      const meant = matchedBy(target, [...store.entries()])
      const mode = random.pick(purgeModes)
      t.equal(store.purge(target, mode, step), meant.length, 'a purge tells how many it met')
      if (mode === 'hard') model.keep((entry) => !meant.includes(entry))
      else t.ok(meant.every(({ purgedAt = Infinity }) => purgedAt <= step))
    }

    for (let step = 0; step < steps; step++) {
      const operation = random.pick([set, set, set, get, get, remove, purge])
      operation(step)
      const wrong = differences({ store, model, tagged, maxBytes, tags })
      if (wrong.length > 0) return t.fail(`${wrong.join(', ')} after ${operation.name}, step ${step}`)
    }
    t.ok(store.usage().bytes <= maxBytes)
  })
}
