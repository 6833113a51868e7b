// Content negotiation of error responses: JSON or HTML.
import t from 'tap'
import { acceptsJson } from '../../../server/http/errors.ts'

const rows: [url: string, accept: string | undefined, wanted: boolean][] = [
  ['/news', undefined, false],
  ['/news', '*/*', false],
  ['/news', 'text/html,application/xhtml+xml', false],
  ['/news', 'application/json', true],
  ['/news', 'application/json, text/plain, */*', true],
  ['/news', 'application/json, text/html;q=0.5', false],
  ['/api/home/x', 'text/html', true],
  ['/api/', undefined, true],
  ['/api', 'text/html', false],
  ['/apis/x', 'text/html', false],
  ['/builds/x.json', 'text/html', true],
  ['/news/_payload.json?b', 'text/html', true],
  ['/news?x=.json', 'text/html', false],
  ['/news?/api/', 'text/html', false],
]

t.test('errors are JSON for clients of JSON alone, below /api/ and for JSON files', async (t) => {
  for (const [url, accept, wanted] of rows)
    t.equal(acceptsJson({ url, headers: { accept } }), wanted, `${url} ${accept}`)
})
