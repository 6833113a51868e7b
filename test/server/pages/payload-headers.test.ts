// Request headers do not turn a document into a payload or a payload into a document.
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const isDocument = (type: string | undefined) => type === 'text/html; charset=utf-8'
const isJson = (type: string | undefined) => type === 'application/json; charset=utf-8'

/** Headers that change the kind of response in other frameworks. */
const persuasions: Record<string, string>[] = [
  { accept: 'application/json' },
  { accept: '*/*' },
  { 'x-nuxt-no-ssr': 'true' },
  { 'x-matched-path': '/news/_payload.json' },
  { 'x-original-url': '/news/_payload.json' },
  { 'x-rewrite-url': '/news/_payload.json' },
  { 'x-forwarded-prefix': '/news/_payload.json' },
  { 'x-invoke-path': '/_payload.json' },
  { rsc: '1', 'x-middleware-prefetch': '1', purpose: 'prefetch' },
  { 'x-http-method-override': 'POST' },
]

t.test('with any request headers a payload URL is a payload and a document URL a document', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const { id } = site.build
  for (const headers of persuasions) {
    const document = await ask(base, '/news', { headers })
    t.ok(document.status === 200 && isDocument(document.headers['content-type']), JSON.stringify(headers))
    const payload = await ask(base, `/news/_payload.json?${id}`, { headers })
    t.ok(payload.status === 200 && isJson(payload.headers['content-type']), JSON.stringify(headers))
  }
})
