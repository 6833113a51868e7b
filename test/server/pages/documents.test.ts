// Every page in its three variants: the document for a person and for a bot, and the payload, which has the same parts.
import t from 'tap'
import type { PagePayload } from '../../../shared/payload.ts'
import { inlineScriptsOf } from '../../helpers/elements.ts'
import {
  alternatesOf,
  bothLanguages,
  canonicalOf,
  find,
  langOf,
  pageOf,
  titleOf,
} from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
import { pages, pathIn, siteTitles, variants } from '../../helpers/pages.ts'
import { robot, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

/** Of parts that are put in place by scripts, and React's separators for hydration. */
const leftovers = /<template|<div hidden|\$RC|\$RV|<!--(?! -->)/
/** An island is a placeholder in a payload. */
const islands = /<div data-island="RecommendedArticles".*?<\/div>(?=<\/aside>)/gs
/** The last tag of the head that differs from page to page is before the icon. */
const headTags = /(<title>.*)<link rel="icon"/s

const site = await createSmallSite(t)
const { id } = site.build

for (const { path, canonical = path, route, title, deferred } of pages)
  for (const { prefix, locale, tag } of someOf(variants, 2)) {
    const url = pathIn(prefix, path)
    t.test(`${url} is ${route} in ${tag}`, async (t) => {
      const { statusCode, headers, body } = await site.get(url)
      t.equal(statusCode, 200)
      t.equal((await site.get(url, robot)).body, body)
      t.equal(headers['content-type'], 'text/html; charset=utf-8')
      const head = await site.get(url, {}, { method: 'HEAD' })
      t.strictSame(
        [head.statusCode, head.body, head.headers['content-type']],
        [200, '', headers['content-type']],
      )
      t.equal(headers['set-cookie'], undefined)
      t.match(
        body,
        /^<!DOCTYPE html><html lang="[^"]*" dir="ltr".*<head><meta charSet="utf-8"\/>.*<\/html>$/is,
      )
      t.equal(langOf(body), tag)
      t.equal(titleOf(body), path === '/' ? siteTitles[locale] : `${title[locale]} | ${siteTitles[locale]}`)
      t.equal(canonicalOf(body), siteUrl + pathIn(locale === 'en' ? '/en' : '', canonical))
      t.strictSame(alternatesOf(body), bothLanguages(siteUrl, canonical))
      const structured = body.split('type="application/ld+json"')[1]?.split('</script>')[0]
      if (canonical !== path) t.match(structured, `"${canonicalOf(body)}"`)
      t.equal(pageOf(body), route)
      if (deferred) t.match(body, deferred[locale])
      t.strictSame(inlineScriptsOf(body, site.build), [], 'nothing is put in place by a script')
      t.notMatch(body, leftovers)

      const payload = await site.get(`${url === '/' ? '' : url}/_payload.json?${id}`)
      t.equal(payload.statusCode, 200)
      t.match(payload.headers, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': /^public, max-age=0, s-maxage=7200, stale-while-revalidate=86400, /,
        'set-cookie': undefined,
      })
      const { main, head: tags, language, menu, ...others }: PagePayload = payload.json()
      t.strictSame(others, { build: id, status: 200, locale, route })
      t.equal(tags, find(body, headTags))
      t.equal(main.replace(islands, ''), find(body, /<main[^>]*>(.*)<\/main>/s).replace(islands, ''))
      t.equal(language, find(body, /<div class="language-switch">(.*?)<\/div>/s))
      const current = find(body, /data-menu.*?<a[^>]* aria-current="page"[^>]* href="([^"]*)"/s)
      t.equal(menu ?? '', find(body, /<a aria-current="page" href="([^"]*)"/) || current)
    })
  }
