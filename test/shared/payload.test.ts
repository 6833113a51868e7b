// Deferred parts of a page, and JSON inside a script element.
import t from 'tap'
import { deferred, scriptJson, settle } from '../../shared/payload.ts'

t.test('a deferred part is not serialized into the state', async (t) => {
  const part = deferred(Promise.resolve([1]))
  t.equal(JSON.stringify({ part }), '{"part":{}}')
  t.strictSame(await part.promise, [1])
})

t.test('a deferred part that fails is reported once and reads as null', async (t) => {
  const reported: unknown[] = []
  const error = new Error('no')
  const part = deferred(Promise.reject(error), (reason) => reported.push(reason))
  t.equal(await part.promise, null)
  t.strictSame(await settle({ part }), { part: { value: null } })
  t.strictSame(reported, [error])
})

t.test('settled data has all deferred values', async (t) => {
  const parts = {
    a: deferred(Promise.resolve(['x'])),
    b: deferred(Promise.resolve(0)),
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

t.test('JSON in a script element cannot end the script or a line', async (t) => {
  const value = { 'a</script>': '<!--<script>\u2028\u2029]]>&', list: ['</SCRIPT >'] }
  const json = scriptJson(value)
  t.notMatch(json, /[<\u2028\u2029]/)
  t.strictSame(JSON.parse(json), value)
})
