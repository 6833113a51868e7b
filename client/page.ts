// What a page is: how it loads, what it says of itself, how it looks.
import type { FC } from 'react'
import type { Api } from '../shared/api/api.ts'
import type { Category } from '../shared/content/content.ts'
import type { PageHead } from '../shared/head.ts'
import type { Translate } from '../shared/i18n/translate.ts'
import type { Island, IslandName, IslandProps } from '../shared/island.ts'
import type { Locale } from '../shared/locale.ts'
import type { Base, Later } from '../shared/payload.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { PageRequest } from './site.tsx'

export type LoadContext = {
  api: Api
  match: RouteMatch
  locale: Locale
  params: Record<string, string>
  query: PageQuery
  category: Category | undefined
  /**
   * Every part that a page can do without: null where it fails, hangs or is missing, and then the page is not stored as
   * complete. What may well be missing is looked up with `found`.
   */
  optional: <T>(part: (api: Api) => Promise<T>) => Promise<T | null>
  /** Whether an item exists in the other language too; true where that cannot be told soon. */
  inOther: (lookup: (api: Api) => Promise<unknown>) => Promise<boolean>
  /** A block of which only the HTML reaches a browser. */
  island: <Name extends IslandName>(name: Name, props: IslandProps[Name]) => Island<Name>
  /** Puts a secondary part off: the shell does not wait for it, and its failure is not the page's. */
  later: <T>(promise: Promise<T>) => Later<T>
}

export type HeadContext<Data> = {
  data: Data
  t: Translate
  locale: Locale
  query: PageQuery
  category: Category | undefined
}

/** `request` is for what no cached fragment may show. */
export type ViewProps<Data> = { data: Data; base: Base; request: PageRequest }

export type Page<Data> = {
  load: (context: LoadContext) => Promise<Data>
  head: (context: HeadContext<Data>) => PageHead
  View: FC<ViewProps<Data>>
}

/** A page whose data type is unknown: `load`'s result is what `head` and `View` take. */
export type AnyPage = Omit<Page<never>, 'load'> & { load: (context: LoadContext) => Promise<unknown> }

export function definePage<Data>(page: Page<Data>): AnyPage {
  return page
}
