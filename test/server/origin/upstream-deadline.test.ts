// One deadline over all attempts, and Retry-After.
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import type { Answer } from '../../helpers/origin.ts'
import { createTestUpstream, hang, reset, status } from '../../helpers/upstream.ts'

// Long enough for a request to arrive on a busy machine.
const deadlineMs = 1000
const timeout = { name: 'OriginError', kind: 'timeout' }

t.test('an origin that hangs is a timeout, and is not asked again', async (t) => {
  const { origin, send } = await createTestUpstream(t, [hang], { timeoutMs: deadlineMs })
  await t.rejects(send(), timeout)
  t.equal(origin.hits.length, 1)
})

t.test('a second attempt that hangs is a timeout too', async (t) => {
  for (const first of [status(503), reset]) {
    const { origin, send } = await createTestUpstream(t, [first, hang], { timeoutMs: deadlineMs })
    await t.rejects(send(), timeout)
    t.equal(origin.hits.length, 2)
  }
})

t.test('the second attempt has what the first one left of the deadline', async (t) => {
  const events: string[] = []
  // Long, so that a busy machine does not change the order of events.
  const timeoutMs = 2000
  const late: Answer = (_request, response) =>
    void setTimeout(() => response.writeHead(503).end(), timeoutMs * 0.7)
  const { send } = await createTestUpstream(t, [late, hang], { timeoutMs })
  const asked = send().catch((error: Error & { kind: string }) => events.push(error.kind))
  // Where each attempt had a deadline of its own, this one would be first.
  const later = setTimeout(() => events.push('later than one deadline'), timeoutMs * 1.4)
  await asked
  clearTimeout(later)
  t.strictSame(events, ['timeout'])
})

t.test('a short Retry-After is honoured: the second attempt comes after it', async (t) => {
  const came: number[] = []
  const note =
    (answer: Answer): Answer =>
    (...asked) => {
      came.push(performance.now())
      return answer(...asked)
    }
  const { send } = await createTestUpstream(t, [note(status(503, { 'retry-after': '1' })), note(status(200))])
  t.equal((await send()).status, 200)
  t.ok(came[1]! - came[0]! >= 990, 'a second lies between them')
})

t.test('the pause is part of the deadline', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(503, { 'retry-after': '1' }), status(200)], {
    timeoutMs: deadlineMs,
  })
  await t.rejects(send(), timeout)
  t.equal(origin.hits.length, 1)
})

t.test('a long Retry-After, or one that nobody understands, is not waited for', async (t) => {
  for (const after of [
    '3',
    '120',
    '99999999999',
    'soon',
    '-1',
    new Date(Date.now() + 60_000).toUTCString(),
  ]) {
    const { origin, send } = await createTestUpstream(t, [status(503, { 'retry-after': after }), status(200)])
    const answer = await send()
    t.equal(answer.status, 503, after)
    t.equal(answer.headers['retry-after'], after)
    t.equal(origin.hits.length, 1, after)
  }
})

t.test('a Retry-After that is a date is honoured, too', async (t) => {
  const dates = [-60_000, 500].map((ms) => new Date(Date.now() + ms).toUTCString())
  for (const after of dates) {
    const { send } = await createTestUpstream(t, [status(503, { 'retry-after': after }), status(200)])
    t.equal((await send()).status, 200, after)
  }
})

t.test('Retry-After 0 retries at once', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(429, { 'retry-after': '0' }), status(200)], {
    timeoutMs: deadlineMs,
  })
  t.equal((await send()).status, 200)
  t.equal(origin.hits.length, 2)
})

t.test('cancellation ends the pause before the retry, and is not a timeout', async (t) => {
  const { origin, upstream, lines } = await createTestUpstream(t, [
    status(503, { 'retry-after': '2' }),
    status(200),
  ])
  const visitor = new AbortController()
  const asked = upstream.send({ method: 'GET', path: '/x', headers: {}, signal: visitor.signal })
  // It is logged when the pause before the retry begins.
  while (lines.length === 0) await nextTurn()
  visitor.abort()
  await t.rejects(asked, { name: 'OriginError', kind: 'network' })
  t.equal(origin.hits.length, 1, 'there is no attempt after the pause')
})
