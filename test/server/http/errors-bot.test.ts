// Errors for bots: the status and one line.
import t from 'tap'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a bot gets an error as one line of text', async (t) => {
  const site = await createSmallSite(t)
  site.app.get('/boom', async () => {
    throw new Error('a secret')
  })
  site.origin.answer('/api/home/article/detail/2', (_request, response) => void response.writeHead(500).end())
  const rows: [url: string, status: number, message: string, retryAfter: string | undefined][] = [
    ['/fr', 404, 'Page Not Found: /fr', undefined],
    ['/en/fr/news?x', 404, 'Page not found: /en/fr/news?x', undefined],
    ['/news/999', 404, 'Page not found: /news/999', undefined],
    ['/%E0%A4%A', 400, 'Malformed URL', undefined],
    ['/boom', 500, 'Server Error', '30'],
    ['/news/2', 502, 'Bad Gateway', '30'],
  ]
  for (const [url, status, message, retryAfter] of rows) {
    const { statusCode, headers, body } = await site.get(url, { 'user-agent': botAgent })
    t.equal(statusCode, status, url)
    t.equal(body, `${status} ${message}\n`, url)
    t.match(headers, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    t.equal(headers['retry-after'], retryAfter, url)
  }
})

// The contact page has no item of its own: its form works without the text beside it.
