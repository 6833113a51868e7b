// Structured data of the publisher: Organization and WebSite.
import { markPath, nameOfSite, siteBaseOf } from '../../../shared/brand.ts'
import type { SiteConfig } from '../../../shared/content/site.ts'
import type { HeadModel, PageHead } from '../../../shared/head.ts'
import { titleOfSite } from '../../../shared/head.ts'
import { href, searchHref } from '../../../shared/href.ts'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { imageSize } from '../../../shared/image.ts'
import type { PageLanguage } from '../../../shared/languages.ts'
import { type Locale, languageTag } from '../../../shared/locale.ts'
import { absoluteUrl } from '../../../shared/parse-url.ts'
import type { Base } from '../../../shared/payload.ts'
import type { RouteMatch } from '../../../shared/resolve.ts'

/** An object of schema.org; JSON leaves out what is undefined. */
export type Thing = { '@type': string; [property: string]: unknown }

export type PublishedPage = {
  head: PageHead
  /** The document's head: the structured data has the same URLs, texts and image. */
  model: HeadModel
  match: RouteMatch
  base: Base
  siteUrl: string
  language: PageLanguage
  t: Translate
}

/** Google's documentation of Organization requires 112 by 112 pixels at least. */
const smallestLogo = 112

/** Complete on home, about and contact pages; elsewhere the required properties of a publisher. */
export function organization(page: PublishedPage): Thing {
  const { base, match, siteUrl, language } = page
  const { locale } = match
  const company = siteBaseOf(base.config, locale)
  const isMainEntity = ['home', 'about', 'contact'].includes(match.route)
  return {
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name: nameOfSite(base.config, locale) || company?.company || new URL(siteUrl).host,
    legalName: company?.company || undefined,
    url: siteUrl + href('home', {}, language),
    logo: logoOf(base.config, locale, siteUrl),
    ...(isMainEntity && detailsOf(page)),
  }
}

function detailsOf({ base: { config }, match: { locale } }: PublishedPage) {
  const company = siteBaseOf(config, locale)
  const { phone: telephone, email, address } = company ?? {}
  return {
    description: company?.description,
    slogan: company?.slogan,
    foundingDate: config?.founded,
    telephone,
    email,
    address,
    sameAs: config?.social.map(({ url }) => url).filter(Boolean),
    contactPoint:
      telephone || email
        ? { '@type': 'ContactPoint', contactType: 'customer service', telephone, email }
        : undefined,
  }
}

/** The site icon (SVG) where the logo is too small for search results. */
function logoOf(config: SiteConfig | undefined, locale: Locale, siteUrl: string): string {
  const own = siteBaseOf(config, locale)?.logo || config?.zh.logo || markPath
  const size = imageSize(own)
  const fits = !size || Math.min(size.width, size.height) >= smallestLogo
  return absoluteUrl(fits ? own : markPath, siteUrl) ?? siteUrl + markPath
}

/** The site is described on the home pages only. */
export function webSite({ base: { config }, match, siteUrl, language }: PublishedPage): Thing[] {
  if (match.route !== 'home') return []
  const { locale } = match
  const term = '{search_term_string}'
  const site: Thing = {
    '@type': 'WebSite',
    '@id': webSiteId(siteUrl),
    name: titleOfSite(config, locale) || new URL(siteUrl).host,
    url: siteUrl + href('home', {}, language),
    inLanguage: languageTag(locale),
    publisher: { '@id': organizationId(siteUrl) },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: siteUrl + searchHref(term, language).replace(encodeURIComponent(term), term),
      },
      'query-input': 'required name=search_term_string',
    },
  }
  return [site]
}

export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`
const webSiteId = (siteUrl: string) => `${siteUrl}/#website`
