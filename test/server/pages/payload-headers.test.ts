// No header of a request turns a document into a payload or a payload into a document.
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const isDocument = (type: string | undefined) => type === 'text/html; charset=utf-8'
const isJson = (type: string | undefined) => type === 'application/json; charset=utf-8'

/** Headers that make other servers answer with something else than the URL names. */
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

t.test(
  'whatever headers come with a request, a payload is a payload and a document a document',
  async (t) => {
    const site = await createSmallSite(t)
    const base = await site.listen()
    const { id } = site.build
    for (const headers of persuasions) {
      const document = await ask(base, '/news', { headers })
      t.ok(document.status === 200 && isDocument(document.headers['content-type']), JSON.stringify(headers))
      const payload = await ask(base, `/news/_payload.json?${id}`, { headers })
      t.ok(payload.status === 200 && isJson(payload.headers['content-type']), JSON.stringify(headers))
    }
  },
)
