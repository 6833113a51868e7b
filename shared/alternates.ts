// Alternates: which language versions of a page hreflang links name, in its head and in the sitemap.
import { languageTags } from './constants.ts'
import { localizePath } from './href.ts'
import type { SiteLanguages } from './languages.ts'
import type { Locale } from './locale.ts'

/**
 * `path`: unprefixed, with its query. `indexed`: the languages in which the page exists and search engines may list it. Empty
 * unless these are two. `x-default` is the first language of the site.
 */
export function alternatesOf(
  path: string,
  { siteUrl, languages }: { siteUrl: string; languages: SiteLanguages },
  indexed: readonly Locale[],
): { hrefLang: string; href: string }[] {
  if (indexed.length < 2) return []
  const hrefIn = (locale: Locale) => siteUrl + localizePath(path, { locale, languages })
  const links = indexed.map((locale) => ({ hrefLang: languageTags[locale] as string, href: hrefIn(locale) }))
  return [...links, { hrefLang: 'x-default', href: hrefIn(languages[0]) }]
}
