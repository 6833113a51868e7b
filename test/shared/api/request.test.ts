// Request wrapper: result or error for each kind of response.
import t from 'tap'
import {
  type ApiRequest,
  type ApiResponse,
  createRequest,
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
  const request = createRequest({ transport, locale: 'en' })
  return { request, sent }
}

t.test('success resolves with the data', async (t) => {
  for (const data of [{ id: 1 }, [], null, 0, '']) {
    const { request } = createWorld({ status: 200, body: { success: true, data, msg: 'ok' } })
    t.strictSame(await request('GET', '/x'), data)
  }
})

t.test('GET and DELETE send the payload as query, POST and PUT as body', async (t) => {
  const { request, sent } = createWorld({ status: 200, body: { success: true, data: 1 } })
  for (const method of ['GET', 'DELETE', 'POST', 'PUT'] as const)
    await request(method, '/x', { a: 1, b: undefined })
  await request('GET', '/y')
  const payload = { a: 1, b: undefined }
  t.strictSame(sent, [
    { method: 'GET', path: '/x', locale: 'en', query: payload },
    { method: 'DELETE', path: '/x', locale: 'en', query: payload },
    { method: 'POST', path: '/x', locale: 'en', body: payload },
    { method: 'PUT', path: '/x', locale: 'en', body: payload },
    { method: 'GET', path: '/y', locale: 'en', query: {} },
  ])
})

type Row = [name: string, status: number, body: unknown, message: string, kind: string]
const rows: Row[] = [
  ['success false with a text', 200, { success: false, msg: '不行' }, '不行', 'refused'],
  ['success false without one', 200, { success: false }, '', 'refused'],
  ['success false with code 404', 200, { success: false, code: 404, msg: '无' }, '无', 'missing'],
  ['an answer without an envelope', 200, [1], '', 'refused'],
  ['HTML for JSON', 200, '<html>', '', 'refused'],
  ['success that is not true', 200, { success: 'true', data: 1, msg: 'm' }, 'm', 'refused'],
  ['an HTTP error without a body', 500, '', '', 'http'],
  ['an HTTP error with a message', 500, { message: 'broken' }, 'broken', 'http'],
  ['an HTTP error that claims success', 500, { success: true, data: 1 }, '', 'http'],
  ['an HTTP error in plain text', 503, 'maintenance', 'maintenance', 'http'],
  ['a redirect', 302, '', '', 'http'],
  ['HTTP 404', 404, { message: '无' }, '无', 'missing'],
  ['a map of errors', 400, { errors: { a: ['x', 'y'], b: ['z'] }, message: 'm' }, 'x,y;z', 'http'],
  ['another code', 400, { code: 40004, message: 'm' }, 'm', 'http'],
]

for (const [name, status, body, message, kind] of rows) {
  t.test(`${name} rejects as ${kind}`, async (t) => {
    const world = createWorld({ status, body })
    await t.rejects(world.request('GET', '/x'), { name: 'ApiError', kind, status, message, body })
    t.equal(world.sent.length, 1)
  })
}

t.test('a missing response rejects with the error of the transport', async (t) => {
  for (const error of [apiError('network', 'inside'), apiError('timeout', 'inside')]) {
    const { request } = createWorld(error)
    await t.rejects(request('POST', '/x'), error)
  }
})

t.test('codes 40001, 40002 and 40003 resolve with the error body', async (t) => {
  for (const code of [40001, 40002, 40003]) {
    const body = { code, message: 'm', data: [1] }
    const { request } = createWorld({ status: 400, body })
    t.equal(await request('POST', '/x'), body)
  }
})

t.test('a resolving code in a JSON string body resolves too', async (t) => {
  const { request } = createWorld({ status: 400, body: '{"code":40001,"message":"m"}' })
  t.strictSame(await request('POST', '/x'), { code: 40001, message: 'm' })
})
