// Request wrapper: result or error for each kind of response, and the message of an error body.
import t from 'tap'
import { errorMessage } from '../../../shared/api/error-message.ts'
import {
  type ApiMethod,
  type ApiRequest,
  type ApiResponse,
  sendCall,
  type Transport,
} from '../../../shared/api/request.ts'
import { apiError } from '../../../shared/errors.ts'

function createWorld(answer: ApiResponse | Error) {
  const sent: ApiRequest[] = []
  const transport: Transport = async (request) => {
    sent.push(request)
    if (answer instanceof Error) throw answer
    return answer
  }
  const request = (method: ApiMethod, path: string, payload?: Record<string, unknown>) =>
    sendCall({ transport, locale: 'en' }, method, path, payload)
  return { request, sent }
}

t.test('success resolves with the data', async (t) => {
  for (const data of [{ id: 1 }, null, 0, '']) {
    const { request } = createWorld({ status: 200, body: { success: true, data, msg: 'ok' } })
    t.strictSame(await request('GET', '/x'), data)
  }
  // Of contracts without `success`.
  for (const code of [0, 200, '0', '200'])
    t.strictSame(await createWorld({ status: 200, body: { code, data: 1 } }).request('GET', '/x'), 1)
})

t.test('GET and DELETE send the payload as query, POST and PUT as body', async (t) => {
  const { request, sent } = createWorld({ status: 200, body: { success: true, data: 1 } })
  const payload = { a: 1, b: undefined }
  for (const method of ['GET', 'DELETE', 'POST', 'PUT'] as const) await request(method, '/x', payload)
  t.strictSame(sent, [
    { method: 'GET', path: '/x', locale: 'en', query: payload },
    { method: 'DELETE', path: '/x', locale: 'en', query: payload },
    { method: 'POST', path: '/x', locale: 'en', body: payload },
    { method: 'PUT', path: '/x', locale: 'en', body: payload },
  ])
})

type Row = [name: string, status: number, body: unknown, message: string, kind: string]
const rows: Row[] = [
  ['success false with a text', 200, { success: false, msg: '不行' }, '不行', 'refused'],
  ['success false without one', 200, { success: false }, '', 'refused'],
  ['success false with code 404', 200, { success: false, code: 404, msg: '无' }, '无', 'missing'],
  ['HTML for JSON', 200, '<html>', '', 'refused'],
  ['success that is not true', 200, { success: 'true', data: 1, msg: 'm' }, 'm', 'refused'],
  ['an HTTP error without a body', 500, '', '', 'http'],
  ['an HTTP error that claims success', 500, { success: true, data: 1 }, '', 'http'],
  ['an HTTP error in plain text', 503, 'maintenance', 'maintenance', 'http'],
  ['a redirect', 302, '', '', 'http'],
  ['HTTP 404', 404, { message: '无' }, '无', 'missing'],
  ['a map of errors', 400, { errors: { a: ['x', 'y'], b: ['z'] }, message: 'm' }, 'x,y;z', 'http'],
  ['a code of success without data', 200, { code: 0 }, '', 'refused'],
  ['success false with a code of success', 200, { success: false, code: 200, data: 1 }, '', 'refused'],
  ['another code in a 200', 200, { code: 1, data: 1, msg: 42 }, '', 'refused'],
  ['null', 200, null, '', 'refused'],
  ['several choices', 300, { success: true, data: 1 }, '', 'http'],
  ['another code', 400, { code: 40004, message: 'm' }, 'm', 'http'],
]
t.test('any other response rejects, with the message of its body', async (t) => {
  for (const [name, status, body, message, kind] of rows) {
    const { request } = createWorld({ status, body })
    await t.rejects(request('GET', '/x'), { name: 'ApiError', kind, status, message, body }, name)
  }
  const timeout = apiError('timeout', 'inside')
  await t.rejects(createWorld(timeout).request('POST', '/x'), timeout)
})

t.test('codes 40001, 40002 and 40003 resolve with the error body, also in a string', async (t) => {
  for (const code of [40001, 40002, 40003]) {
    const body = { code, message: 'm', data: [1] }
    for (const sent of [body, JSON.stringify(body)])
      t.strictSame(await createWorld({ status: 400, body: sent }).request('POST', '/x'), body)
  }
})

t.test('an error body of another shape has no message', async (t) => {
  const bodies: [body: unknown, message: string][] = [
    [{ errors: { a: 'x', b: ['y'] }, message: 'not this' }, 'x;y'],
    [{ errors: ['x'], message: 'plain' }, 'plain'],
    [{ errors: { a: ['', 'x'], b: [] }, message: 'not this' }, 'x'],
    ['{"message":"m"}', 'm'],
    [{ message: 'x'.repeat(200) }, 'x'.repeat(200)],
    ['x'.repeat(201), ''],
    ['a < b', 'a < b'],
    ['an <em>error</em>', ''],
    [{ message: 42 }, ''],
    [null, ''],
    [['x'], ''],
  ]
  for (const [body, message] of bodies) t.equal(errorMessage(body), message, JSON.stringify(body))
})
