// Published vulnerabilities of Nuxt and of h3, its HTTP layer, applied to this server.
import t from 'tap'
import { expectUnpoisoned } from '../helpers/poison.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'

// CVE-2025-27415: `/?/_payload.json` responded with the payload, and a cache that ignores queries stored it as the page.
t.test('a page requested like a payload is a page, and is stored as one', async (t) => {
  const asked = words(`
    ?/_payload.json ?/_payload.json?x ?_payload.json ?%2F_payload.json ?x=/_payload.json
  `)
  const attack = asked.flatMap((query, index) =>
    ['/en/news', '/', '/en/news/1'].map((path) => {
      const next = `${path}?page=${index + 2}`
      return [
        path + query,
        { url: `${path}${query}&page=${index + 2}`, headers: { accept: '*/*' }, next },
      ] as const
    }),
  )
  await expectUnpoisoned(t, Object.fromEntries(attack))
})

t.test('cache deception: no suffix makes a page an asset, and no asset name a page', async (t) => {
  const site = await createSmallSite(t)
  const urls = words(`
    /news/1/x.css /news/1%2f..%2fa.js /news/1.css /contact/x.js /contact;x.css /en/contact%3Bx.css
    /news/1%23.css /news/1%3f.css /contact%00.css /contact%0a.css /en/news/x.js /assets/..%2fcontact
    /contact/.css /media/..%2fcontact
  `)
  for (const url of urls) {
    const { statusCode, headers } = await site.get(url)
    t.equal(statusCode, 404, url)
    t.equal(headers['cache-control'], 'no-store', url)
  }
})
