// The objects of schema.org that the site writes, with the properties that it writes.
// https://schema.org has every property; the package schema-dts has types of all of them, which cost the type checker half a minute.

type Reference = { '@id': string }

type Described = {
  name: string
  description?: string
  url?: string
}

export type ContactPoint = {
  '@type': 'ContactPoint'
  contactType: string
  telephone?: string
  email?: string
}

export type Organization = {
  '@type': 'Organization'
  '@id': string
  name: string
  legalName?: string
  url: string
  logo: string
  description?: string
  slogan?: string
  /** A year or an ISO 8601 date. */
  foundingDate?: string
  telephone?: string
  email?: string
  address?: string
  sameAs?: string[]
  contactPoint?: ContactPoint
}

type SearchAction = {
  '@type': 'SearchAction'
  target: { '@type': 'EntryPoint'; urlTemplate: string }
  /** Google's property for the search term; not part of schema.org. */
  'query-input': string
}

export type WebSite = {
  '@type': 'WebSite'
  '@id': string
  name: string
  url: string
  inLanguage: string
  publisher: Reference
  potentialAction: SearchAction
}

export type ListItem = { '@type': 'ListItem'; position: number; name: string; item?: string }

export type BreadcrumbList = { '@type': 'BreadcrumbList'; itemListElement: ListItem[] }

export type NewsArticle = {
  '@type': 'NewsArticle'
  headline: string
  description?: string
  image: string[]
  /** ISO 8601, like dateModified. */
  datePublished?: string
  dateModified?: string
  author: { '@type': 'Person'; name: string } | Reference
  publisher: Reference
  mainEntityOfPage?: string
  url?: string
  inLanguage: string
  keywords: string[]
}

export type Product = Described & {
  '@type': 'Product'
  image: string[]
  brand: { '@type': 'Brand'; name: string }
  manufacturer: Reference
  category?: string
  additionalProperty: { '@type': 'PropertyValue'; name: string; value: string }[]
}

export type Service = Described & {
  '@type': 'Service'
  serviceType: string
  image: string[]
  provider: Reference
}

type OwnPage = Partial<Described> & {
  inLanguage: string
  mainEntity: Reference
}

export type AboutPage = OwnPage & { '@type': 'AboutPage' }

export type ContactPage = OwnPage & { '@type': 'ContactPage' }

export type FAQPage = {
  '@type': 'FAQPage'
  mainEntity: {
    '@type': 'Question'
    name: string
    acceptedAnswer: { '@type': 'Answer'; text: string }
  }[]
}

export type Thing =
  | Organization
  | WebSite
  | BreadcrumbList
  | NewsArticle
  | Product
  | Service
  | AboutPage
  | ContactPage
  | FAQPage

export type Graph = { '@context': 'https://schema.org'; '@graph': Thing[] }

/** Optional properties may be undefined. */
type Known<T> = {
  [Name in keyof T]: Record<never, never> extends Pick<T, Name> ? T[Name] | undefined : T[Name]
}

/** The object without the properties that are undefined. */
export function thing<T extends object>(properties: Known<T>): T {
  const known = Object.entries(properties).filter(([, value]) => value !== undefined)
  // Entries of `properties` that have a value: those that T demands have one by the type of the parameter.
  return Object.fromEntries(known) as T
}
