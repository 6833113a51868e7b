// Deferred parts of a page, and JSON inside a script element.
import t from 'tap'
import { defer, scriptJson } from '../../shared/payload.ts'

t.test('a deferred part has its value when it is settled', async (t) => {
  const part = defer({ name: 'a' }, Promise.resolve([1]))
  t.equal(part.settled, undefined)
  t.strictSame(await part.promise, [1])
  t.strictSame(part.settled, { value: [1] })
  t.equal(part.name, 'a')
})

t.test('a deferred part that fails is reported once and reads as null', async (t) => {
  const reported: unknown[] = []
  const error = new Error('no')
  const part = defer({}, Promise.reject(error), (reason) => reported.push(reason))
  t.equal(await part.promise, null)
  t.strictSame(part.settled, { value: null })
  t.strictSame(reported, [error])
})

t.test('JSON in a script element cannot end the script or a line', async (t) => {
  const value = { 'a</script>': '<!--<script>\u2028\u2029]]>&', list: ['</SCRIPT >'] }
  const json = scriptJson(value)
  t.notMatch(json, /[<\u2028\u2029]/)
  t.strictSame(JSON.parse(json), value)
})
