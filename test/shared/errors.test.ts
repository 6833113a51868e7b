// What a visitor is told about an error: 404 is "not there", 502 and 504 are "the origin failed".
import t from 'tap'
import { apiError, pageError, shownError } from '../../shared/errors.ts'

t.test('each kind of failed call has its status and text', async (t) => {
  const shown = (kind: Parameters<typeof apiError>[0]) =>
    shownError(apiError(kind, 'inside', { status: 418, body: 'secret' }), '/x?y')
  t.strictSame(shown('missing'), { statusCode: 404, message: 'Page not found: /x?y' })
  t.strictSame(shown('timeout'), { statusCode: 504, message: 'Gateway Timeout' })
  for (const kind of ['network', 'http', 'refused', 'content'] as const) {
    t.strictSame(shown(kind), { statusCode: 502, message: 'Bad Gateway' }, kind)
  }
})

t.test('an error meant for visitors is shown as it is', async (t) => {
  t.strictSame(shownError(pageError(409, 'Another build'), '/'), {
    statusCode: 409,
    message: 'Another build',
  })
})

t.test('anything else is a Server Error without a word about it', async (t) => {
  for (const thrown of [
    new Error('secret'),
    new TypeError('secret'),
    'secret',
    undefined,
    null,
    { message: 'secret', statusCode: 200 },
  ]) {
    t.strictSame(shownError(thrown, '/'), { statusCode: 500, message: 'Server Error' })
  }
})
