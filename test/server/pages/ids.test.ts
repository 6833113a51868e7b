// Ids of an upstream: exact, as numbers or as text of at most 15 digits.
import t from 'tap'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const bot = { 'user-agent': botAgent }
/** JSON.parse makes 9007199254740992 of it. */
const inexact = '9007199254740993'
const rounded = '9007199254740992'

t.test('an item of a list whose id is not exact is left out, and named in the log', async (t) => {
  // As text of 15 digits it is an id.
  const site = await createSmallSite(t)
  site.origin.rewrite('/api/home/', (body) => ({ body: String(body).replaceAll(/"id":(\d+)/g, '"id":"$1"') }))
  t.match((await site.get('/news', bot)).body, '/news/1"')
  for (const id of [inexact, '1.5', '"1234567890123456"']) {
    const site = await createSmallSite(t)
    const withId = (body: Buffer) => ({ body: String(body).replace(/"id":1,/, `"id":${id},`) })
    site.origin.rewrite('/api/home/article/list/news', withId)
    const { statusCode, body } = await site.get('/news', bot)
    t.equal(statusCode, 200, id)
    t.notMatch(body, '/news/1"', id)
    t.notMatch(body, rounded, id)
    t.match(
      site.lines.filter(({ call }) => call === 'articleList'),
      [{ level: 40, msg: 'upstream response: invalid items left out', field: /^list\.\d+\.id$/ }],
      id,
    )
  }
})
