// Structured data of a page as JSON-LD: publisher, breadcrumb, subject.
import { href } from '../../../shared/href.ts'
import { scriptJson } from '../../../shared/payload.ts'
import { withoutJoiners } from '../../../shared/plain-text.ts'
import { type Facts, organization, webSite } from './publisher.ts'
import { subjectOf } from './subjects.ts'
import { type BreadcrumbList, type Graph, type ListItem, type Thing, thing } from './things.ts'

/** Safe inside a script element; '' for pages with noindex or without canonical URL. */
export function structuredData(facts: Facts): string {
  const { head, model } = facts
  if (head.noindex || !model.canonical) return ''
  const things: Thing[] = [organization(facts), ...webSite(facts), ...breadcrumb(facts), ...subjectOf(facts)]
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  return withoutJoiners(scriptJson(graph))
}

/** None for the home page. */
function breadcrumb({ head: { trail = [] }, model, language, siteUrl, t }: Facts): BreadcrumbList[] {
  if (trail.length === 0) return []
  const crumbs = [{ title: t('nav.home'), to: href('home', {}, language) }, ...trail]
  const itemListElement = crumbs.map(({ title, to }, index) =>
    thing<ListItem>({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: to && index < crumbs.length - 1 ? siteUrl + to : model.canonical,
    }),
  )
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}
