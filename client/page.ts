// What a page is: how it loads, what it says of itself, how it looks.
import type { FC } from 'react'
import type { Api } from '../shared/api/api.ts'
import type { Category } from '../shared/content/content.ts'
import type { PageHead } from '../shared/head.ts'
import type { Translate } from '../shared/i18n/translate.ts'
import type { Island, IslandName, IslandProps } from '../shared/island.ts'
import type { Locale } from '../shared/locale.ts'
import type { Later } from '../shared/payload.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'

export type LoadContext = {
  api: Api
  match: RouteMatch
  locale: Locale
  params: Record<string, string>
  query: PageQuery
  category: Category | undefined
  /** What a page can do without: null where it is not there or fails, of which no visitor is told. */
  optional: <T>(lookup: (api: Api) => Promise<T>) => Promise<T | null>
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

export type Page<Data> = {
  load: (context: LoadContext) => Promise<Data>
  head: (context: HeadContext<Data>) => PageHead
  View: FC<{ data: Data }>
}

/** A page whose data type is unknown: `load`'s result is what `head` and `View` take. */
export type AnyPage = Omit<Page<never>, 'load'> & { load: (context: LoadContext) => Promise<unknown> }

export function definePage<Data>(page: Page<Data>): AnyPage {
  return page
}
