// What was made from content is kept for as long as it is the same content, and never more than fits.
import t from 'tap'
import { createFrozen } from '../../server/frozen.ts'

/** Tells how often each thing was made. */
function counted(mostBytes = 1000) {
  const frozen = createFrozen<string>({ sizeOf: (made) => made.length, mostBytes })
  const times = new Map<string, number>()
  const make = (name: string, of: object, beside: unknown[] = [], made = name) =>
    frozen(name, { of, beside }, () => {
      times.set(name, (times.get(name) ?? 0) + 1)
      return made
    })
  return { make, times }
}

t.test('made once for the same object, name and company', async (t) => {
  const { make, times } = counted()
  const [content, config] = [{ id: 1 }, { title: 'a' }]
  for (let round = 0; round < 3; round++) t.equal(make('menu', content, [config]), 'menu')
  t.equal(times.get('menu'), 1)
  make('menu', { id: 1 }, [config])
  t.equal(times.get('menu'), 2, 'equal content is other content')
  make('menu', content, [{ title: 'a' }])
  t.equal(times.get('menu'), 3, 'another configuration')
  make('menu', content, [])
  t.equal(times.get('menu'), 4, 'less beside it')
  make('footer', content, [config])
  t.equal(times.get('menu'), 4)
})

t.test('what would be too much makes it begin anew', async (t) => {
  const { make, times } = counted(100)
  const contents = Array.from({ length: 11 }, (_, id) => ({ id }))
  const made = '0123456789'
  for (const content of contents.slice(0, 10)) make('list', content, [], made)
  for (const content of contents.slice(0, 10)) make('list', content, [], made)
  t.equal(times.get('list'), 10, 'as much as fits is kept')
  make('list', contents[10]!, [], made)
  make('list', contents[10]!, [], made)
  t.equal(times.get('list'), 11, 'what is new is kept')
  make('list', contents[0]!, [], made)
  t.equal(times.get('list'), 12, 'what was there before is made again')
})

t.test('many names for one content', async (t) => {
  const { make, times } = counted()
  const nothingFound: unknown[] = []
  for (let name = 0; name < 60; name++) make(`search ${name}`, nothingFound)
  make('search 59', nothingFound)
  t.equal(times.get('search 59'), 1, 'the last ones are kept')
  make('search 0', nothingFound)
  t.equal(times.get('search 0'), 2, 'the first ones are not')
})
