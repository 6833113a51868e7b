// Structured data of a page as JSON-LD: publisher, breadcrumb, subject.
import { href } from '../../../shared/href.ts'
import { scriptJson } from '../../../shared/payload.ts'
import { withoutJoiners } from '../../../shared/plain-text.ts'
import { organization, type PublishedPage, type Thing, webSite } from './publisher.ts'
import { subjectOf } from './subjects.ts'

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
