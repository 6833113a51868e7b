// JSON that could change an object's prototype, or exhaust a reader, is rejected in front of the upstream.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const rejected: Record<string, string | Buffer> = {
  'an escaped prototype': '{"\\u005f_proto__":{"polluted":1}}',
  'a prototype in a list': '[{"a":[{"__proto__":{"polluted":1}}]}]',
  "a constructor's prototype": '{"constructor":{"prototype":{"polluted":1}}}',
  'seventeen levels': nested(17),
  'no UTF-8': Buffer.from([0x22, 0xff, 0xfe, 0x22]),
}
const accepted: Record<string, string> = {
  'sixteen levels': nested(16),
  'a value that only names a prototype': '{"a":"__proto__","constructor":"x"}',
}
const calls = [
  ['POST', '/api/home/block/label'],
  ['PUT', '/api/home/article/3'],
] as const

t.test('hostile JSON gets 400, and the upstream hears nothing; anything else reaches it', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer(
    '/api/home/',
    (_request, response) => void response.end('{"success":true,"data":{},"msg":""}'),
  )
  const headers = { 'content-type': 'application/json' }
  const send = async ([method, url]: (typeof calls)[number], payload: string | Buffer) => {
    const sent = site.origin.hits.length
    const response = await site.app.inject({ method, url, headers, payload })
    return { response, requests: site.origin.hits.length - sent }
  }
  const wrong = { success: false, data: null, msg: 'Bad Request', errors: { body: [/16 levels/] } }
  for (const call of calls) {
    for (const [name, payload] of Object.entries(rejected)) {
      const { response, requests } = await send(call, payload)
      t.strictSame([response.statusCode, requests], [400, 0], `${call} with ${name}`)
      t.match(response.json(), wrong)
    }
    for (const [name, payload] of Object.entries(accepted))
      t.equal((await send(call, payload)).requests, 1, `${call} with ${name}`)
  }
})
