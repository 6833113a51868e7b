// Page definition: `load` (data), `head` (title and metadata), `View` (component).
import { createElement, type FC, type ReactNode } from 'react'
import type { Crumb, PageHead } from '../shared/head.ts'
import type { Translate } from '../shared/i18n/translate.ts'
import type { PageLanguage } from '../shared/languages.ts'
import type { Locale } from '../shared/locale.ts'
import type { Base, DocumentState } from '../shared/payload.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { PageKind } from '../shared/routes.ts'
import type { LoadContext } from './load-context.ts'
import type { InOtherLanguage, PageRequest } from './site.tsx'

type HeadProps = {
  t: Translate
  locale: Locale
  /** For addresses. */
  language: PageLanguage
  query: PageQuery
  match: RouteMatch
}
/** `trail`: of its `head`. */
type PageProps = { base: Base; request: PageRequest; match: RouteMatch; trail: Crumb[] }

export type HeadContext<Data> = HeadProps & { data: Data }

/** `request`: values of this request, which no cached fragment may read; `match`: for links to pages of the same kind and section. */
export type ViewProps<Data> = PageProps & { data: Data }

type Definition<Data> = {
  load: (context: LoadContext) => Promise<Data>
  head: (context: HeadContext<Data>) => PageHead
  View: FC<ViewProps<Data>>
}

/** A page with its data, whose type only its own definition knows. */
type LoadedPage = InOtherLanguage & {
  head: (props: HeadProps) => PageHead
  view: (props: PageProps) => ReactNode
}
export type Page = { load: (context: LoadContext) => Promise<LoadedPage> }
export type PageState = DocumentState<LoadedPage>

export function definePage<Data extends object>({ load, head, View }: Definition<Data>): Page {
  return {
    async load(context) {
      const data = await load(context)
      const { inOther, searchInOther }: InOtherLanguage = data
      return {
        inOther,
        searchInOther,
        head: (props) => head({ ...props, data }),
        view: (props) => createElement<ViewProps<Data>>(View, { ...props, data }),
      }
    },
  }
}

/** The build checks that the route table and the files of pages/ agree; the compiler cannot. */
export function importPage(kind: PageKind): Promise<{ page: Page }> {
  return import(`./pages/${kind}.tsx`)
}
