// Fields of the wrong type are a failure of the origin, never a partial page.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a field of the wrong type is logged with its call and its name', async (t) => {
  const wrong: [url: string, call: string, change: (data: object) => unknown, message: string][] = [
    [
      '/news/1',
      '/api/home/article/detail',
      (data) => ({ ...data, title: 42 }),
      'articleDetail: title expected text, got number',
    ],
    [
      '/news',
      '/api/home/article/list',
      (data) => ({ ...data, total: 'three' }),
      'articleList: total expected number, got string',
    ],
    ['/about', '/api/home/about', (data) => ({ ...data, body: null }), 'about: body expected text, got null'],
    [
      '/download',
      '/api/home/download',
      (data) => ({ ...data, items: {} }),
      'download: items expected list, got object',
    ],
    [
      '/manual/1',
      '/api/home/manual',
      (data) => ({ ...data, id: '1' }),
      'manual: id expected number, got string',
    ],
    [
      '/detail_the-fair',
      '/api/home/article/info',
      (data) => ({ ...data, category: 'x' }),
      'articleInfo: category expected news or product or service or solution, got string',
    ],
  ]
  for (const [url, call, change, message] of wrong) {
    const site = await createSmallSite(t)
    site.origin.patch(call, change)
    t.equal((await site.get(url)).statusCode, 502, message)
    const failed = site.lines.filter(({ msg }) => msg === 'request failed')
    t.match(failed, [{ level: 50, url, err: { kind: 'content' } }])
    t.ok(String((failed[0]?.['err'] as Error | undefined)?.message).startsWith(message), message)
  }
})
