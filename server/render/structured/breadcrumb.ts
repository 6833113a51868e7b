// The way from the home page to a page, as its breadcrumb shows it.
import type { BreadcrumbList, ListItem } from 'schema-dts'
import { href } from '../../../shared/href.ts'
import type { Facts } from '../structured-data.ts'
import { thing } from './thing.ts'

/** None for the home page, which is the way's start. */
export function breadcrumb({ head: { trail = [] }, model, match, siteUrl, t }: Facts): BreadcrumbList[] {
  if (trail.length === 0) return []
  const crumbs = [{ title: t('nav.home'), to: href('home', {}, match.locale) }, ...trail]
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
