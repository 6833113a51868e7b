// Which methods pass to the business calls.
import { METHODS } from 'node:http'
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const passing = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

const site = await createSmallSite(t)
site.origin.json('/api/home/echo', { success: true, data: 1, msg: '' })

t.test('GET, HEAD, POST, PUT and DELETE pass', async (t) => {
  for (const method of passing) {
    site.origin.hits.length = 0
    const { statusCode, body } = await site.get('/api/home/echo?a=b', {}, { method: method as 'GET' })
    t.equal(statusCode, 200, method)
    t.equal(body, method === 'HEAD' ? '' : '{"success":true,"data":1,"msg":""}')
    t.strictSame(site.origin.hits, [`${method} /api/home/echo?a=b`])
  }
})

t.test('other methods get 405 with Allow', async (t) => {
  site.origin.hits.length = 0
  for (const method of METHODS.filter((one) => !passing.includes(one) && one !== 'CONNECT')) {
    const { statusCode, headers, body } = await site.get('/api/home/echo', {}, { method: method as 'GET' })
    t.equal(statusCode, 405, method)
    t.equal(headers['allow'], 'GET, HEAD, POST, PUT, DELETE', method)
    t.strictSame(
      JSON.parse(body),
      { success: false, data: null, msg: 'Method Not Allowed', message: 'Method Not Allowed' },
      method,
    )
    t.equal(headers['cache-control'], 'no-store', method)
  }
  t.strictSame(site.origin.hits, [])
})

t.test('media are only read', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    t.equal((await site.get('/media/files/sheet.txt', {}, { method })).statusCode, 404, method)
  }
  t.notOk(site.origin.hits.some((hit) => hit.includes('/media/')))
})
