// Responses with another envelope, or other names of fields: understood, or named in the log, at /readyz and by check-api.
import t from 'tap'
import type { TestOrigin } from '../../helpers/origin.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { runProgram } from '../commands/process.ts'

/** Every response of the upstream, with its data in another form. */
function reshape(origin: TestOrigin, shaped: (data: unknown) => unknown) {
  origin.rewrite('/', (body) => {
    const { success, data } = JSON.parse(String(body))
    return { body: JSON.stringify(success ? shaped(data) : { success, data: null }) }
  })
}

const understood: Record<string, (data: unknown) => unknown> = {
  'code 200 and a message': (data) => ({ code: 200, msg: 'ok', data }),
  'code 0, rows, the total as text, no page': (data) => {
    const { list, total, page, page_size, ...others } = data as Record<string, unknown>
    return { code: 0, data: list ? { ...others, rows: list, total: String(total) } : data }
  },
}

const usual = await createSmallSite(t)

for (const [name, shaped] of Object.entries(understood))
  t.test(`${name}: every page is the same`, async (t) => {
    const other = await createSmallSite(t)
    reshape(other.origin, shaped)
    for (const page of ['/', '/news', '/news/1', '/download', '/en/product/11/12']) {
      const [expected, found] = [await usual.get(page), await other.get(page)]
      t.equal(found.statusCode, 200, page)
      const text = (body: string) =>
        body.replaceAll(/<script type="application\/json".*?<\/script>|[\w-]{20,}/gs, '')
      t.equal(text(found.body), text(expected.body), page)
    }
  })

const hint = ': see shared/api/README.md'
const expected = 'expected {"success":true,"data":…}, got '
const named: [name: string, shaped: (data: unknown) => unknown, problem: string][] = [
  ['data without an envelope', () => ({ zh: {}, en: {} }), `an object with zh, en${hint}`],
  ['another code', (data) => ({ code: 1, msg: 'no', data }), 'code 1'],
  ['a success in words', (data) => ({ success: 'true', data }), `an object with success, data${hint}`],
]

t.test('the log and /readyz name an envelope that is not understood', async (t) => {
  for (const [name, shaped, problem] of named) {
    const site = await createSmallSite(t)
    reshape(site.origin, shaped)
    await site.get('/contact')
    const { warnings } = (await site.get('/readyz')).json()
    t.ok(warnings.includes(`contract broken: siteConfig: ${expected}${problem} (rejected)`), name)
    const lines = site.lines.filter(({ call }) => call === 'siteConfig')
    t.match(lines, [{ msg: 'upstream response rejected', status: 200, problem: expected + problem }])
  }
})

t.test('check-api and /readyz name a wrong envelope and each field of a list, with one text', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer('/api/home/route/tree', (_request, response) => void response.end('{"zh":{}}'))
  site.origin.patch('/api/home/article/list/news', ({ list, ...data }: { list: object[] }) => {
    const [first, second, ...others] = list
    const untitled = { ...second, title: 7 }
    return { ...data, list: [{ ...first, id: 'one' }, untitled, { ...untitled, id: 77 }, ...others] }
  })
  const title = 'list.1.title: expected text, got number (left out, 2 items)'
  const { code, out } = await runProgram(['check-api'], { API_BASE: site.origin.url })
  t.equal(code, 1)
  t.match(out, `${expected}an object with zh${hint}`)
  t.match(out, /articleList news +FAILED\n {6}list\.0\.id: expected number, got string \(left out\)\n/)
  t.match(out, `      ${title}\n`)
  t.match(out, /\ncontract broken: see the contract, .*\n$/)
  await site.get('/news')
  const { warnings } = (await site.get('/readyz')).json()
  t.ok(warnings.includes(`contract broken: articleList: ${title}`), warnings.join('\n'))
})

t.test('the log has 200 harmless characters of a response, without secrets', async (t) => {
  const config = { apiToken: 'planted-token-1', apiFields: { 'x-key': 'planted-key-2' } }
  const { get, origin, lines, app } = await createSmallSite(t, { config })
  const text = `<b>\u0007\u202e planted-token-1 planted-key-2 ${origin.url}</b>\n${'长'.repeat(300)}`
  origin.answer(
    '/api/home/',
    (_request, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(text),
  )
  await get('/api/home/article/list/news?lang=zh&keywords=private')
  const excerpt = String(lines.find(({ msg }) => msg === 'upstream response rejected')?.['excerpt'])
  t.match(excerpt, /^<b>\\u0007\\u202e \*\*\* \*\*\* /)
  t.ok([...excerpt].length <= 200 + '\\u0007\\u202e\\u000a'.length)
  const { body } = await app.inject({ url: '/metrics', headers: { 'user-agent': personAgent } })
  t.match(body, /site_upstream_rejected_total\{call="articleList"\} [1-9]/)
  for (const secret of ['planted', 'private'])
    t.notMatch(JSON.stringify(lines.filter(({ msg }) => msg !== 'request')) + body, secret)
})
