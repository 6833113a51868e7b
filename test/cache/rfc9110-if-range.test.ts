// RFC 9110 §13.1.5: If-Range.
import t, { type Test } from 'tap'
import { other, text } from './helpers/responses.ts'
import { createStored } from './helpers/world.ts'

const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'

/** The status of a response to a range that holds under `condition`. */
async function statusFor(t: Test, stored: Record<string, string>, condition: string): Promise<number> {
  const { get } = await createStored(t, text('0123456789', 'max-age=60', stored))
  return (await get(other, { range: 'bytes=0-1', 'if-range': condition })).status
}

t.test('§13.1.5: 206 where the entity tag matches the stored one, else 200', async (t) => {
  t.equal(await statusFor(t, { etag: '"a"' }, '"a"'), 206)
  t.equal(await statusFor(t, { etag: '"a"' }, '"b"'), 200)
  t.equal(await statusFor(t, {}, '"a"'), 200)
})

t.test('§13.1.5: the comparison is strong', async (t) => {
  t.equal(await statusFor(t, { etag: 'W/"a"' }, 'W/"a"'), 200)
  t.equal(await statusFor(t, { etag: 'W/"a"' }, '"a"'), 200)
  t.equal(await statusFor(t, { etag: '"a"' }, 'W/"a"'), 200)
})

t.test('§13.1.5: a date has to be Last-Modified exactly', async (t) => {
  t.equal(await statusFor(t, { 'last-modified': modified }, modified), 206)
  t.equal(await statusFor(t, { 'last-modified': modified }, 'Tue, 02 Jun 2026 00:00:00 GMT'), 200)
  t.equal(await statusFor(t, { 'last-modified': modified, etag: '"a"' }, modified), 206)
})

t.test('§8.8.2.2: and to lie before Date, else it is a weak validator', async (t) => {
  const date = 'Mon, 15 Jun 2026 12:00:00 GMT'
  t.equal(await statusFor(t, { 'last-modified': date, date }, date), 200)
  const before = 'Mon, 15 Jun 2026 11:59:59 GMT'
  t.equal(await statusFor(t, { 'last-modified': before, date }, before), 206)
})
