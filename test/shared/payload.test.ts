// Parts of a page that may come later, and JSON inside a script element.
import t from 'tap'
import { later, scriptJson, settle } from '../../shared/payload.ts'

t.test('a later part leaves no trace in the state', async (t) => {
  const part = later(Promise.resolve([1]))
  t.equal(JSON.stringify({ part }), '{"part":{}}')
  t.strictSame(await part.promise, [1])
})

t.test('a later part that fails is told once and reads as null', async (t) => {
  const told: unknown[] = []
  const error = new Error('no')
  const part = later(Promise.reject(error), (reason) => told.push(reason))
  t.equal(await part.promise, null)
  t.strictSame(await settle({ part }), { part: { value: null } })
  t.strictSame(told, [error])
})

t.test('settled data has every part in it', async (t) => {
  const parts = {
    a: later(Promise.resolve(['x'])),
    b: later(Promise.resolve(0)),
    title: 'T',
    none: null,
    list: [1],
  }
  t.strictSame(await settle(parts), {
    a: { value: ['x'] },
    b: { value: 0 },
    title: 'T',
    none: null,
    list: [1],
  })
  t.equal(await settle(null), null)
  t.equal(await settle('text'), 'text')
})

t.test('JSON in a script has no character that could end the script or a line of it', async (t) => {
  const value = { 'a</script>': '<!--<script>\u2028\u2029]]>&', list: ['</SCRIPT >'] }
  const json = scriptJson(value)
  t.notMatch(json, /[<\u2028\u2029]/)
  t.strictSame(JSON.parse(json), value)
})
