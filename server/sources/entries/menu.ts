// The menu in a content system: a list of entries, each with a title, an address and entries below.
import type { MenuNode } from '../../../shared/content/site.ts'
import type { Locale } from '../../../shared/locale.ts'
import { menuTarget, sameEntry } from '../systems/menu-entry.ts'
import type { AddressOf, SiteReads, SourceContext, System } from '../systems/source.ts'
import { type Json, objectsOf, textFrom } from '../systems/values.ts'

/** Entries with a title in one language. */
type Node = { title: string; path: string; external: boolean; children: Node[] }

/** `read`: the entries of the type of the menu in a language; undefined where there is none. */
export function createMenu(
  addresses: SourceContext['addresses'],
  read: (system: System, locale: Locale) => Promise<Json[] | undefined>,
): Pick<SiteReads, 'menu'> {
  const nodesIn = (list: Json[], locale: Locale, addressOf: AddressOf): Node[] =>
    list.flatMap((one) => {
      const title = textFrom(one['title'] ?? one['label'] ?? one['name'] ?? one['text'])
      const url = textFrom(one['path'] ?? one['url'] ?? one['link'] ?? one['href']) ?? ''
      const children = nodesIn(objectsOf(one['children'] ?? one['items'] ?? one['links']), locale, addressOf)
      const target = menuTarget(url, locale, addresses, addressOf(url, locale))
      const leads = target.path === '' ? children.length > 0 : /^(?:\/|https?:)/.test(url)
      return title && leads ? [{ title, ...target, children }] : []
    })

  const nodesOf = async (system: System, locale: Locale, addressOf: AddressOf) => {
    const entries = await read(system, locale)
    return (
      entries &&
      nodesIn(
        entries.flatMap((entry) => listIn(entry) ?? []),
        locale,
        addressOf,
      )
    )
  }

  return {
    async menu(system, addressOf) {
      const [zh, en] = await Promise.all([nodesOf(system, 'zh', addressOf), nodesOf(system, 'en', addressOf)])
      const own = zh?.length ? zh : en
      // An empty menu is none: the sections are shown.
      return own?.length ? treeOf(own, en?.length ? en : own, { id: 0 }) : undefined
    },
  }
}

function treeOf(nodes: Node[], others: Node[], counter: { id: number }): MenuNode[] {
  return nodes.map((node, index) => {
    const other = sameEntry(node, index, others)
    counter.id += 1
    const { title, path, external, children } = node
    return {
      id: counter.id,
      path,
      external: external || undefined,
      title: { zh: title, en: other?.title ?? title },
      children: treeOf(children, other?.children ?? [], counter),
    }
  })
}

/** The first list of components of an entry, or of objects in a JSON field. */
export function listIn(entry: Json): Json[] | undefined {
  const lists = Object.entries(entry).filter(
    ([name, value]) => name !== 'localizations' && Array.isArray(value),
  )
  return lists.map(([, value]) => objectsOf(value)).find((list) => list.length > 0)
}
