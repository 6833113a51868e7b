// Whole pages: all parts are in place, whatever their size, in the same bytes for everybody.

import t from 'tap'
import { inlineScriptsOf } from '../../helpers/elements.ts'
import { pages } from '../../helpers/pages.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { streamPage } from '../../helpers/stream-page.ts'

const bot = { 'user-agent': botAgent }

t.test('a person whose part is held, a bot and the store have the same bytes', async (t) => {
  for (const { path } of pages.filter(({ deferred }) => deferred)) {
    const [site, whole] = [await createSmallSite(t), await createSmallSite(t)]
    const streamed = await streamPage(site, (await site.listen()) + path)
    t.match(streamed.headers, { 'cache-control': 'private, no-store', etag: undefined }, path)
    t.ok(
      streamed.first.length > 1000 && streamed.first.length < streamed.body.length,
      `${path}: in two pieces`,
    )
    t.ok(streamed.body.startsWith(streamed.first))

    const stored = await site.get(path)
    t.match(stored.headers['cache-status'], '; hit', path)
    t.match(stored.headers, { etag: /^W/ })
    t.equal(streamed.body, stored.body, path)
    t.equal((await whole.get(path, bot)).body, stored.body, path)
    t.equal(streamed.headers['content-security-policy'], stored.headers['content-security-policy'])

    t.strictSame(inlineScriptsOf(streamed.body, site.build), [])
  }
})
