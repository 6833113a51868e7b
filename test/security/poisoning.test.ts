// Cache poisoning: no request of one visitor changes the page that the next one gets.
import t, { type Test } from 'tap'
import { canonicalOf } from '../helpers/html.ts'
import { poisons, steering } from '../helpers/poison.ts'
import { robot, type Site, siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'

// CVE-2024-46982: by a header and a query.
// CVE-2025-49005, CVE-2026-44576: another representation was cached under the page's URL, because its selector
// was not part of the key (the fix of 2025 was incomplete).
t.test('no header field, and no query that selects another representation', async (t) => {
  const fields = Object.entries(poisons)
  // Several at once: the effect of any one is detected.
  const groups = Array.from({ length: Math.ceil(fields.length / 6) }, (_, at) =>
    fields.slice(at * 6, at * 6 + 6),
  )
  const byFields = groups.map((group, index) => {
    const url = `/en/news?page=${index + 2}`
    return [
      group.map(([name]) => name).join(),
      { url, headers: Object.fromEntries(group), next: url },
    ] as const
  })
  const queries = words('_rsc=1 _data=routes index __nuxt_island=x')
  const byQueries = queries.map((query, index) => {
    const next = `/en/product?page=${index + 2}`
    return [query, { url: `${next}&${query}`, headers: steering, next }] as const
  })
  await expectUnpoisoned(t, Object.fromEntries([...byFields, ...byQueries]))
})

// CVE-2025-27415: `/?/_payload.json` responded with the payload, and a cache that ignores queries stored it as the page.
t.test('a page requested like a payload is a page, and is stored as one', async (t) => {
  const asked = words('?/_payload.json ?/_payload.json?x ?_payload.json ?%2F_payload.json ?x=/_payload.json')
  const attack = asked.flatMap((query, index) =>
    ['/', '/en/news/1'].map((path) => {
      const next = `${path}?page=${index + 2}`
      const url = `${path}${query}&page=${index + 2}`
      return [path + query, { url, headers: { accept: '*/*' }, next }] as const
    }),
  )
  await expectUnpoisoned(t, Object.fromEntries(attack))
})

t.test('equal representations have one cache key, and Vary matches it', async (t) => {
  const site = await createSmallSite(t)
  await site.get('/en/news', robot)
  for (const headers of [{ accept: 'text/x-component' }, { accept: 'application/json' }, { rsc: '1' }]) {
    const { headers: given } = await site.get('/en/news', headers)
    t.match(given, { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' })
  }
})

type Asked = { url: string; headers?: Record<string, string> }

/** For each attack: the next request of the same URL gets the same response as on a site without attacks. */
async function expectUnpoisoned(t: Test, attack: Record<string, Asked & { next: string }>) {
  const [attacked, alone] = [await createSmallSite(t), await createSmallSite(t)]
  for (const [name, { url, headers, next }] of Object.entries(attack)) {
    await attacked.get(url, headers)
    const [after, clean] = [await attacked.get(next), await wholeOf(alone, next)]
    t.equal(after.statusCode, clean.statusCode, name)
    // Both sites could have the same fault, so that the URL is checked as well. An item has no query.
    const canonical = /\/\d+\?/.test(next) ? next.replace(/\?.*/, '') : next
    if (!next.startsWith('/?')) t.equal(canonicalOf(after.body), siteUrl + canonical, name)
    t.equal(after.body, clean.body, name)
    t.equal(after.headers['content-type'], clean.headers['content-type'], name)
    t.equal(after.headers['vary'], clean.headers['vary'], name)
  }
}

/** The stored response, not the stream of the first visitor. */
async function wholeOf(site: Site, url: string) {
  await site.get(url)
  return site.get(url)
}
