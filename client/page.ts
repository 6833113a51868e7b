// Page definition: `load` (data), `head` (title and metadata), `View` (component).
import type { FC } from 'react'
import type { PageHead } from '../shared/head.ts'
import type { Translate } from '../shared/i18n/translate.ts'
import type { PageLanguage } from '../shared/languages.ts'
import type { Locale } from '../shared/locale.ts'
import type { Base } from '../shared/payload.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { PageKind } from '../shared/routes.ts'
import type { LoadContext } from './load-context.ts'
import type { PageRequest } from './site.tsx'

export type HeadContext<Data> = {
  data: Data
  t: Translate
  locale: Locale
  /** For addresses. */
  language: PageLanguage
  query: PageQuery
  match: RouteMatch
}

/** `request`: values of this request, which no cached fragment may read; `match`: for links to pages of the same kind and section. */
export type ViewProps<Data> = { data: Data; base: Base; request: PageRequest; match: RouteMatch }

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

/** The build checks that the route table and the files of pages/ agree; the compiler cannot. */
export function importPage(kind: PageKind): Promise<{ page: AnyPage }> {
  return import(`./pages/${kind}.tsx`)
}
