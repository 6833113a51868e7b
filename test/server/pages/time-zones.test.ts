// A date without an offset is the company's, +08:00, whatever the time zone of the server.
import t from 'tap'
import { createTestOrigin } from '../../helpers/origin.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'

const siteUrl = 'https://www.site.example'
/** By id of the news: the date of the upstream, and the same time with offset. */
const dates: Record<string, [sent: string, full: string]> = {
  1: ['2026-11-20', '2026-11-20T00:00:00+08:00'],
  2: ['2026-11-20T10:00:00', '2026-11-20T10:00:00+08:00'],
  3: ['2026-11-20 07:59:59', '2026-11-20T07:59:59+08:00'],
}

t.test('a date without an offset is in the time zone of the company', async (t) => {
  const zone = process.env['TZ']
  t.teardown(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  process.env['TZ'] = 'America/New_York'
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const dated = (article: { id: number }) => ({
    ...article,
    ...(dates[article.id] && { published_at: dates[article.id]?.[0], updated_at: undefined }),
  })
  origin.patch('/api/home/article/detail', dated)
  origin.patch('/api/home/article/list/news', (data: { list: { id: number }[] }) => ({
    ...data,
    list: data.list.map(dated),
  }))
  const site = await createSmallSite(t, { origin, config: { siteUrl } })
  const bodyOf = async (path: string) => (await site.get(path, { 'user-agent': botAgent })).body

  for (const [id, [, full]] of Object.entries(dates)) {
    const english = await bodyOf(`/en/news/${id}`)
    t.match(english, `<time dateTime="${full}">20 November 2026</time>`)
    t.match(english, `"datePublished":"${full}"`)
  }
  t.match(
    await bodyOf('/zh/sitemap.xml'),
    `<loc>${siteUrl}/news/2</loc><lastmod>2026-11-20T02:00:00.000Z</lastmod>`,
  )
})
