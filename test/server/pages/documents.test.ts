// Every page in its three variants, for a person and for a bot, whose page has all parts in place, whatever their size.
import t from 'tap'
import { inlineScriptsOf } from '../../helpers/elements.ts'
import { alternatesOf, bothLanguages, canonicalOf, langOf, pageOf, titleOf } from '../../helpers/html.ts'
import { pages, pathIn, siteTitles, variants } from '../../helpers/pages.ts'
import { botAgent, personAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

/** Of parts that are put in place by scripts, and React's separators for hydration. */
const leftovers = /<template|<div hidden|\$RC|\$RV|<!--(?! -->)/

t.test('pages', async (t) => {
  const site = await createSmallSite(t)

  for (const { path, canonical = path, route, title, deferred } of pages) {
    for (const { prefix, locale, tag } of variants) {
      const url = pathIn(prefix, path)
      await t.test(`${url} is ${route} in ${tag}`, async (t) => {
        const person = await site.get(url, { 'user-agent': personAgent })
        const bot = await site.get(url, { 'user-agent': botAgent })

        t.equal(person.body, bot.body)
        for (const { statusCode, headers, body } of [person, bot]) {
          t.equal(statusCode, 200)
          t.equal(headers['content-type'], 'text/html; charset=utf-8')
          t.equal(headers['set-cookie'], undefined)
          t.match(body, /^<!DOCTYPE html><html lang="[^"]*" dir="ltr"/)
          t.match(body, /<head><meta charSet="utf-8"\/>/i)
          t.match(body, /<\/body><\/html>$/)
          t.equal(langOf(body), tag)
          t.equal(
            titleOf(body),
            path === '/' ? siteTitles[locale] : `${title[locale]} | ${siteTitles[locale]}`,
          )
          t.equal(canonicalOf(body), siteUrl + pathIn(locale === 'en' ? '/en' : '', canonical))
          t.strictSame(alternatesOf(body), bothLanguages(siteUrl, canonical))
          t.equal(pageOf(body), route)
          if (deferred) t.match(body, deferred[locale])
        }
        t.strictSame(inlineScriptsOf(bot.body, site.build), [], 'nothing is put in place by a script')
        t.notMatch(bot.body, leftovers)
      })
    }
  }
})
