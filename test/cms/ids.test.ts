// Numbers of items: persistent, unique, the same on every server, exported and imported.
import { join } from 'node:path'
import t from 'tap'
import { createIds, type SharedIds } from '../../server/sources/systems/ids.ts'
import { silent } from '../helpers/log.ts'

t.test('a key keeps its number after a restart, and numbers of a kind count from 1', async (t) => {
  const dataFile = join(t.testdir(), 'ids.sqlite')
  const first = createIds({ dataFile, log: silent })
  t.strictSame(await first.numbers('article', ['a', 'b', 'a']), [1, 2, 1])
  t.strictSame(await first.numbers('about', ['a']), [1])
  await first.close()
  const second = createIds({ dataFile, log: silent })
  t.strictSame(await second.numbers('article', ['c', 'b']), [3, 2])
  t.equal(await second.keyOf('article', 3), 'c')
  t.equal(await second.keyOf('article', 9), undefined)
  await second.close()
})

t.test('two processes with one file never give a number twice', async (t) => {
  const dataFile = join(t.testdir(), 'ids.sqlite')
  const [one, other] = [createIds({ dataFile, log: silent }), createIds({ dataFile, log: silent })]
  const keys = (name: string) => Array.from({ length: 50 }, (_, index) => `${name}${index}`)
  const numbers = [...(await one.numbers('k', keys('a'))), ...(await other.numbers('k', keys('b')))]
  t.equal(new Set(numbers).size, 100)
  t.strictSame(await other.numbers('k', keys('a')), await one.numbers('k', keys('a')))
  await one.close()
  await other.close()
})

t.test('exported rows can be imported; a row that contradicts the table changes nothing', async (t) => {
  const one = createIds({ dataFile: ':memory:', log: silent })
  await one.numbers('k', ['a', 'b'])
  const other = createIds({ dataFile: ':memory:', log: silent })
  await other.add(await one.rows())
  t.strictSame(await other.rows(), await one.rows())
  const wrong = [
    { kind: 'k', key: 'c', number: 3 },
    { kind: 'k', key: 'd', number: 1 },
  ]
  await t.rejects(other.add(wrong), { message: /k d 1/ })
  t.strictSame(await other.rows(), await one.rows())
  await one.close()
  await other.close()
})

t.test('a shared table decides; known numbers are served without it', async (t) => {
  const table = new Map([['a', 7]])
  let isDown = false
  const shared: SharedIds = {
    async allocate(_kind, keys) {
      if (isDown) throw new Error('the shared table is down')
      return keys.map(({ key }) => table.get(key) ?? 8)
    },
    keyOf: async () => undefined,
    rows: async () => [],
    settlingMs: async () => 0,
    onUp: () => {},
    close: async () => {},
  }
  const ids = createIds({ dataFile: ':memory:', shared, log: silent })
  t.strictSame(await ids.numbers('k', ['a', 'b']), [7, 8])
  isDown = true
  t.strictSame(await ids.numbers('k', ['b', 'a']), [8, 7])
  await t.rejects(ids.numbers('k', ['new']), {
    name: 'OriginError',
    cause: { message: 'numbers of new items (k): the shared table is down' },
  })
  await ids.close()
})
