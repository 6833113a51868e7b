// Errors shown to visitors: 404 is "not found", 502 and 504 are "the origin failed".
import t from 'tap'
import { apiError, pageError, shownError } from '../../shared/errors.ts'

t.test('each kind of failed call has its status and message', async (t) => {
  const shown = (kind: Parameters<typeof apiError>[0]) =>
    shownError(apiError(kind, 'inside', { status: 418, body: 'secret' }), '/x?y')
  t.strictSame(shown('missing'), { statusCode: 404, message: 'Page not found: /x?y' })
  t.strictSame(shown('timeout'), { statusCode: 504, message: 'Gateway Timeout' })
  for (const kind of ['network', 'http', 'refused', 'content'] as const) {
    t.strictSame(shown(kind), { statusCode: 502, message: 'Bad Gateway' }, kind)
  }
})

t.test('a PageError is shown unchanged', async (t) => {
  t.strictSame(shownError(pageError(409, 'Another build'), '/'), {
    statusCode: 409,
    message: 'Another build',
  })
})

t.test('any other error is a Server Error without details', async (t) => {
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
