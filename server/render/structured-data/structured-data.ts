// Structured data of a page as JSON-LD: publisher, breadcrumb, and its subject (NewsArticle, Product, Service, FAQPage, AboutPage,
// ContactPage).
import type { Article } from '../../../shared/content/content.ts'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { titleOfSite } from '../../../shared/head.ts'
import { href } from '../../../shared/href.ts'
import { datesOf } from '../../../shared/item-dates.ts'
import { languageTag } from '../../../shared/locale.ts'
import { absoluteUrl } from '../../../shared/parse-url.ts'
import { scriptJson } from '../../../shared/payload.ts'
import { plainText, withoutJoiners } from '../../../shared/plain-text.ts'
import { organization, organizationId, type PublishedPage, type Thing, webSite } from './publisher.ts'

/** Safe inside a script element; '' for pages with noindex or without canonical URL. */
export function structuredData(page: PublishedPage): string {
  const { head, model } = page
  if (head.noindex || !model.canonical) return ''
  const things = [organization(page), ...webSite(page), ...breadcrumb(page), ...subjectOf(page)]
  return withoutJoiners(scriptJson({ '@context': 'https://schema.org', '@graph': things }))
}

/** None for the home page. */
function breadcrumb({ head: { trail = [] }, model, language, siteUrl, t }: PublishedPage): Thing[] {
  if (trail.length === 0) return []
  const crumbs = [{ title: t('nav.home'), to: href('home', {}, language) }, ...trail]
  const itemListElement = crumbs.map(({ title, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: to && index < crumbs.length - 1 ? siteUrl + to : model.canonical,
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/** Google shows no more of a headline. */
const headlineLength = 110

function subjectOf(page: PublishedPage): Thing[] {
  const { subject } = page.head
  if (!subject) return []
  switch (subject.kind) {
    case 'article':
      return [...articleThings(subject.article, page), ...questionsOf(subject.article.body)]
    case 'about':
      return [pageOf('AboutPage', page), ...questionsOf(subject.about.body)]
    case 'contact':
      return [pageOf('ContactPage', page)]
    default:
      return subject satisfies never
  }
}

function articleThings(article: Article, page: PublishedPage): Thing[] {
  const section = page.match.sections.of(article.category)
  const kind = section?.kind
  switch (kind) {
    case 'news':
      return [newsArticle(article, page)]
    case 'product':
      return [product(article, page)]
    // No type of schema.org fits every article.
    case 'article':
    case undefined:
      return section?.schema === 'Service' ? [service(article, page)] : []
    default:
      return kind satisfies never
  }
}

function newsArticle(article: Article, page: PublishedPage): Thing {
  const { title, author, tags } = article
  const { published, modified } = datesOf(article)
  const publisher = { '@id': organizationId(page.siteUrl) }
  return {
    '@type': 'NewsArticle',
    headline: [...title].slice(0, headlineLength).join(''),
    description: descriptionOf(page),
    image: picturesOf(article, page),
    datePublished: published,
    dateModified: modified,
    author: author ? { '@type': 'Person', name: author } : publisher,
    publisher,
    mainEntityOfPage: page.model.canonical,
    url: page.model.canonical,
    inLanguage: languageTag(page.match.locale),
    keywords: tags,
  }
}

/** There are no offers, reviews or ratings: the content has none. */
function product(article: Article, page: PublishedPage): Thing {
  const organization = { '@id': organizationId(page.siteUrl) }
  return {
    '@type': 'Product',
    name: article.title,
    description: descriptionOf(page),
    image: picturesOf(article, page),
    url: page.model.canonical,
    brand: { '@type': 'Brand', name: titleOfSite(page.base.config, page.match.locale) },
    manufacturer: organization,
    category: article.tags[0],
    additionalProperty: article.specs.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })),
  }
}

function service(article: Article, page: PublishedPage): Thing {
  return {
    '@type': 'Service',
    name: article.title,
    serviceType: article.title,
    description: descriptionOf(page),
    image: picturesOf(article, page),
    url: page.model.canonical,
    provider: { '@id': organizationId(page.siteUrl) },
  }
}

function pageOf(type: 'AboutPage' | 'ContactPage', page: PublishedPage): Thing {
  return {
    '@type': type,
    name: page.head.title,
    description: descriptionOf(page),
    url: page.model.canonical,
    inLanguage: languageTag(page.match.locale),
    mainEntity: { '@id': organizationId(page.siteUrl) },
  }
}

function descriptionOf({ model }: PublishedPage): string | undefined {
  return contentOf(model.metas, 'description')
}

/** The images of the article, else og:image. */
function picturesOf({ cover, gallery }: Article, { model, siteUrl }: PublishedPage): string[] {
  const own = [cover, ...gallery.map(({ url }) => url)].filter(Boolean)
  const urls = own.length > 0 ? own : [contentOf(model.metas, 'og:image')]
  return [...new Set(urls)].flatMap((url) => (url ? [absoluteUrl(url, siteUrl) ?? ''] : []))
}

function contentOf(metas: PublishedPage['model']['metas'], wanted: string): string | undefined {
  return metas.find((meta) => ('name' in meta ? meta.name : meta.property) === wanted)?.content
}

/** A single question may be a headline. */
const fewest = 2

function questionsOf(html: SafeHtml): Thing[] {
  const questions = sectionsOf(html, 2).flatMap(({ inner }) => questionsIn(inner))
  if (questions.length < fewest) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function questionsIn(section: string): { question: string; answer: string }[] {
  const parts = sectionsOf(section, 3)
  const isFaq = parts.length >= fewest && parts.every(({ title }) => /[?？]$/.test(title))
  const pairs = parts.map(({ title, inner }) => ({ question: title, answer: plainText(inner) }))
  return isFaq ? pairs.filter(({ answer }) => answer !== '') : []
}

/** The sections below headings of a level; the input is sanitised, so that its tags are regular. */
function sectionsOf(html: string, level: 2 | 3): { title: string; inner: string }[] {
  const [, ...parts] = html.split(new RegExp(`<h${level}(?= |>)[^>]*>`))
  return parts.map((part) => {
    const end = part.indexOf(`</h${level}>`)
    return { title: plainText(part.slice(0, end)), inner: part.slice(end) }
  })
}
