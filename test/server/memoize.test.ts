// Results are stored by an explicit key, within a bound, and with the function that was made.
import t from 'tap'
import { createIdentities, memoize } from '../../server/base/memoize.ts'

t.test('the same key gives the stored result; without a key nothing is stored', async (t) => {
  const calls: string[] = []
  const upper = memoize(
    (text: string) => {
      calls.push(text)
      return text.toUpperCase()
    },
    { keyOf: (text) => (text.length < 3 ? text : undefined), bound: { entries: 2 } },
  )
  t.strictSame([upper('a'), upper('a'), upper('long'), upper('long')], ['A', 'A', 'LONG', 'LONG'])
  t.strictSame(calls, ['a', 'long', 'long'])
})

t.test('undefined is not stored', async (t) => {
  let calls = 0
  const nothing = memoize(
    () => {
      calls++
      return undefined
    },
    { keyOf: () => 'key', bound: { entries: 2 } },
  )
  nothing()
  nothing()
  t.equal(calls, 2)
})

t.test('the results used last stay, by number or by bytes', async (t) => {
  for (const bound of [{ entries: 2 }, { bytes: 20, sizeOf: ({ length }: string) => length }]) {
    const calls: string[] = []
    const made = memoize(
      (name: string) => {
        calls.push(name)
        return name.repeat(10)
      },
      { keyOf: (name) => name, bound },
    )
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) made(name)
    t.strictSame(calls, ['a', 'b', 'c', 'b'])
  }
})

t.test('two functions share no results', async (t) => {
  const options = { keyOf: (text: string) => text, bound: { entries: 2 } }
  const [one, other] = [
    memoize((text: string) => `${text} 1`, options),
    memoize((text) => `${text} 2`, options),
  ]
  t.strictSame([one('a'), other('a')], ['a 1', 'a 2'])
})

t.test('objects count by identity, values by type and value', async (t) => {
  const identities = createIdentities()
  const list: unknown[] = []
  t.equal(identities.areKnown({ list, page: 1 }), false)
  t.equal(identities.key({ list, page: 1 }), identities.key({ list, page: 1 }))
  t.equal(identities.areKnown({ list, page: 2 }), true)
  t.equal(identities.areKnown({ list, other: [] }), false)
  const keys = [{ of: list }, { of: [] }, { of: {} }, { of: 1 }, { of: '1' }, { of: null }, { of: undefined }]
  t.equal(new Set(keys.map(identities.key)).size, keys.length)
})
