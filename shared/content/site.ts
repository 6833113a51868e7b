// Content of every page: the site configuration and the menu.
import type { Locale } from '../locale.ts'
import type { configFields, siteBase } from './site-fields.ts'
import type { ContentOf, Values } from './values.ts'

export type SiteBase = ContentOf<typeof siteBase, 'responses'>
export type SiteConfig = ContentOf<typeof configFields, 'responses'>
export type MenuNode = Values['menu node']

/** The menu without the entries that have no title in the language. */
export function menuIn(menu: MenuNode[], locale: Locale): MenuNode[] {
  return menu
    .filter(({ title }) => title[locale] !== '')
    .map((node) => ({ ...node, children: menuIn(node.children, locale) }))
}
