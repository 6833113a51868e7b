// What the upstream receives when pages are made: the contract's headers and language, and nothing of the visitor.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { runProgram } from '../commands/process.ts'

const visitor = {
  cookie: 'i18n_redirected=zh; session=secret',
  authorization: 'Basic c2VjcmV0',
  'x-forwarded-for': '10.0.0.1',
  referer: 'https://private.example/',
  'finger-print': 'visitor-1',
  'accept-language': 'fr',
}

const contract = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'finger-print': '',
  'content-type': 'application/json',
  'cache-control': 's-maxage=7200',
}

t.test('every call for a page has the same headers, whatever the request', async (t) => {
  const site = await createSmallSite(t)
  for (const url of ['/en', '/en/news/1', '/en/contact', '/en/download']) await site.get(url, visitor)
  for (const { method, path, headers, body } of site.origin.requests) {
    const call = `${method} ${path}`
    t.match(headers, contract, call)
    for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'referer', 'user-agent'])
      t.equal(headers[name], undefined, call)
    const language =
      method === 'GET' ? new URL(path, 'http://origin').searchParams.get('lang') : JSON.parse(body).lang
    t.equal(headers['accept-language'], language ?? 'en', call)
  }
})

t.test('check-api and /readyz name each field of a list that cannot be used, with one text', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/article/list/news', ({ list, ...data }: { list: object[] }) => {
    const [first, second, ...others] = list
    const untitled = { ...second, title: 7 }
    return { ...data, list: [{ ...first, id: 'one' }, untitled, { ...untitled, id: 77 }, ...others] }
  })
  const title = 'list.1.title: expected text, got number (left out, 2 items)'
  const { code, out } = await runProgram(['check-api'], { API_BASE: site.origin.url })
  t.equal(code, 1)
  t.match(out, /articleList news +FAILED\n {6}list\.0\.id: expected number, got string \(left out\)\n/)
  t.ok(out.includes(`      ${title}\n`), out)
  t.match(out, /\ncontract broken: see the contract, .*\n$/)
  await site.get('/news')
  const { warnings } = (await site.get('/readyz')).json()
  t.ok(warnings.includes(`contract broken: articleList: ${title}`), warnings.join('\n'))
})
