// The memory tier under random operations, against a naive model of it.
import t from 'tap'
import { type Entry, entrySize } from '../../server/cache/entry.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import type { PurgeTarget } from '../../server/cache/store.ts'
import { createTagIndex } from '../../server/cache/tag-index.ts'
import { createRandom, type Random } from '../helpers/random.ts'
import { storedEntry } from './helpers/entries.ts'

const operations = 4000
const keyNames = Array.from({ length: 40 }, (_, index) => `GET /${'abcd'[index % 4]}/${index} zh`)
const tagNames = ['news', 'product', 'id:1', 'id:2', 'id:3']
const variantNames = ['', 'en', 'zh']

function randomEntry(random: Random): Entry {
  return storedEntry({
    key: random.pick(keyNames),
    variant: random.pick(variantNames),
    bytes: random.pick([0, 10, 100, 1000, random.below(20_000)]),
    tags: tagNames.filter(() => random.below(3) === 0),
  })
}

function randomTarget(random: Random): PurgeTarget {
  const targets: PurgeTarget[] = [
    { kind: 'tag', tag: random.pick([...tagNames, 'unknown']) },
    { kind: 'key', prefix: random.pick(['GET /a', 'GET /b/1', ...keyNames]) },
  ]
  return random.below(20) === 0 ? { kind: 'all' } : random.pick(targets)
}

function isMeant(target: PurgeTarget, { key }: Entry, tagsOfKey: ReadonlySet<string>): boolean {
  if (target.kind === 'all') return true
  return target.kind === 'tag' ? tagsOfKey.has(target.tag) : key.startsWith(target.prefix)
}

/** Everything that was ever set and neither replaced nor removed, by key, newest first. */
function createModel() {
  const byKey = new Map<string, Entry[]>()
  return {
    get: (key: string) => byKey.get(key) ?? [],
    set(entry: Entry) {
      const others = (byKey.get(entry.key) ?? []).filter(
        ({ selecting }) => selecting.key !== entry.selecting.key,
      )
      byKey.set(entry.key, [entry, ...others])
    },
    keep(isKept: (entry: Entry) => boolean) {
      for (const [key, entries] of byKey) byKey.set(key, entries.filter(isKept))
    },
  }
}

for (const maxBytes of [20_000, 60_000, 10_000_000]) {
  t.test(`${operations} operations on ${maxBytes} bytes`, async (t) => {
    const random = createRandom(maxBytes)
    const tagged = createTagIndex()
    const store = createMemoryStore({ maxBytes, tagged })
    const model = createModel()
    const isRoomy = maxBytes === 10_000_000

    const check = (what: string) => {
      const held = [...store.entries()]
      const keys = new Set(held.map(({ key }) => key))
      const bytes = held.reduce((sum, entry) => sum + entrySize(entry), 0)
      const wrong = [
        held.some((entry) => !model.get(entry.key).includes(entry)) && 'holds what was removed or replaced',
        new Set(held).size !== held.length && 'holds an entry twice',
        bytes !== store.usage().bytes && `counts ${store.usage().bytes} for ${bytes}`,
        bytes > maxBytes && `holds ${bytes} of ${maxBytes}`,
        store.usage().count !== keys.size && 'counts its keys wrong',
        tagNames.some((tag) => tagged.keys(tag).some((key) => !keys.has(key))) &&
          'a tag names an evicted key',
        isRoomy &&
          keyNames.some((key) => model.get(key).length !== held.filter((e) => e.key === key).length) &&
          'lost one',
      ].filter(Boolean)
      if (wrong.length > 0) throw new Error(`after ${what}: ${wrong.join(', ')}`)
      return held
    }

    for (let step = 0; step < operations; step++) {
      const operation = random.below(20)
      if (operation < 9) {
        const entry = randomEntry(random)
        model.set(entry)
        store.set(entry)
        check(`set ${entry.key}`)
      } else if (operation < 16) {
        const key = random.pick(keyNames)
        const held = new Set(check('').filter((entry) => entry.key === key))
        const expected = model.get(key).filter((entry) => held.has(entry))
        if (store.get(key).some((entry, index) => entry !== expected[index]))
          throw new Error('not the newest first')
        check(`get ${key}`)
      } else if (operation < 17) {
        const key = random.pick(keyNames)
        model.keep((entry) => entry.key !== key)
        store.delete(key)
        check(`delete ${key}`)
      } else {
        const target = randomTarget(random)
        const before = check('')
        const tagsOf = (key: string) =>
          new Set(before.filter((e) => e.key === key).flatMap(({ tags }) => tags))
        const meant = before.filter((entry) => isMeant(target, entry, tagsOf(entry.key)))
        const mode = random.pick(['soft', 'hard'] as const)
        const met = store.purge(target, mode, step)
        if (met !== meant.length) throw new Error(`met ${met} of ${meant.length}`)
        if (mode === 'hard') model.keep((entry) => !meant.includes(entry))
        else if (meant.some(({ purgedAt }) => purgedAt === undefined || purgedAt > step))
          throw new Error('not purged')
        check(`${mode} purge`)
      }
    }
    t.ok([...store.entries()].length > 0 || store.usage().bytes === 0)
  })
}
