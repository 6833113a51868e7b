// One body for many readers.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { createTee } from '../../server/cache/tee.ts'
import { until } from './helpers/until.ts'

const patientMs = 20_000

async function text(reader: Readable): Promise<string> {
  return (await buffer(reader)).toString()
}

t.test('each reader gets all of it: from the beginning, from the middle and after the end', async (t) => {
  const source = new Readable({ read() {} })
  const { subscribe, done } = createTee(source, 1000, patientMs)
  const early = text(subscribe())
  source.push('first ')
  await until(() => source.readableDidRead)
  const late = text(subscribe())
  source.push('second')
  source.push(null)
  t.equal((await done).toString(), 'first second')
  t.strictSame(await Promise.all([early, late, text(subscribe())]), Array(3).fill('first second'))
})

t.test('readers of a truncated body get its error, later readers as well', async (t) => {
  const source = new Readable({ read() {} })
  const { subscribe, done } = createTee(source, 1000, patientMs)
  const early = text(subscribe())
  source.push('half')
  source.destroy(new Error('gone'))
  await t.rejects(early, { message: 'gone' })
  await t.rejects(done, { message: 'gone' })
  await t.rejects(text(subscribe()), { message: 'gone' })
})

t.test('a source that closes without an end counts as truncated', async (t) => {
  const source = new Readable({ read() {} })
  const { done } = createTee(source, 1000, patientMs)
  source.destroy()
  await t.rejects(done, { message: 'the response body was truncated' })
})

t.test('it stops the source at its limit of bytes', async (t) => {
  const source = new Readable({ read() {} })
  const { done } = createTee(source, 10, patientMs)
  source.push('x'.repeat(11))
  await t.rejects(done, { message: /larger than 10 bytes/ })
  t.ok(source.destroyed)
})

t.test('and at its limit of time', async (t) => {
  const source = new Readable({ read() {} })
  const { done } = createTee(source, 10, 1)
  await t.rejects(done, { name: 'ApiError' })
  t.ok(source.destroyed)
})
