// A date without an offset is the company's, +08:00, whatever the time zone of the server.
import t from 'tap'
import { createTestOrigin } from '../../helpers/origin.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'

const siteUrl = 'https://www.site.example'
/** By id of the news: the date of the upstream, the same time with offset, and in UTC. */
const dates: Record<string, [sent: string, full: string, utc: string]> = {
  1: ['2026-11-20', '2026-11-20T00:00:00+08:00', '2026-11-19T16:00:00.000Z'],
  2: ['2026-11-20T10:00:00', '2026-11-20T10:00:00+08:00', '2026-11-20T02:00:00.000Z'],
  3: ['2026-11-20 07:59:59', '2026-11-20T07:59:59+08:00', '2026-11-19T23:59:59.000Z'],
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
  origin.patch('/api/home/article/list/news', ({ list, ...rest }: { list: { id: number }[] }) => ({
    ...rest,
    list: list.map(dated),
  }))
  const site = await createSmallSite(t, { origin, config: { siteUrl } })
  const bodyOf = async (path: string) => (await site.get(path, { 'user-agent': botAgent })).body

  for (const [id, [, full]] of Object.entries(dates)) {
    t.match(await bodyOf(`/news/${id}`), `<time dateTime="${full}">2026年11月20日</time>`)
    const english = await bodyOf(`/en/news/${id}`)
    t.match(english, `<time dateTime="${full}">20 November 2026</time>`)
    t.match(english, `"datePublished":"${full}"`)
  }
  t.match(await bodyOf('/en/news'), '<time dateTime="2026-11-20T00:00:00+08:00">20 November 2026</time>')
  const sitemap = await bodyOf('/zh/sitemap.xml')
  const feed = await bodyOf('/feed.xml')
  for (const [id, [, , utc]] of Object.entries(dates)) {
    t.match(sitemap, `<loc>${siteUrl}/news/${id}</loc><lastmod>${utc}</lastmod>`)
    t.match(feed, `<pubDate>${new Date(utc).toUTCString()}</pubDate>`)
  }
})
