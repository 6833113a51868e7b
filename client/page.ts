// Page definition: `load` (data), `head` (title and metadata), `View` (component).
import { createElement, type FC, type ReactNode } from 'react'
import type { Api } from '../shared/api/api.ts'
import type { Seo } from '../shared/content/content.ts'
import type { FormField } from '../shared/form.ts'
import type { Crumb, PageHead } from '../shared/head.ts'
import type { Translate } from '../shared/i18n/translate.ts'
import type { IslandName, IslandProps } from '../shared/island.ts'
import type { PageLanguage } from '../shared/languages.ts'
import type { InLanguages, Locale } from '../shared/locale.ts'
import type { Base, Deferred, DocumentState } from '../shared/payload.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { PageKind } from '../shared/routes.ts'
import type { IslandSlot } from './island.tsx'
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

export type LoadContext = {
  api: Api
  /** The calls in the other language of the site, where it has one; the page's lifetime does not depend on them. */
  other: Api | undefined
  match: RouteMatch
  query: PageQuery
  /**
   * What the site is configured with. `downloadId`: the category of downloads that `/download` shows. `form`: the fields of
   * the contact form; undefined: the default form. `showDrafts`: messages are not sent.
   */
  site: { downloadId: number; form: readonly FormField[] | undefined; showDrafts?: true | undefined }
  /**
   * An optional part: null if it fails, times out or is missing, and then the page is not stored as complete. Parts whose
   * absence is normal are looked up with `found`.
   */
  optional: <T>(part: (api: Api) => Promise<T>) => Promise<T | null>
  /**
   * Whether an item exists in the other language too, by its `languages`, and without them by a lookup, which is started
   * with the item; true if the lookup fails, null if it takes too long or the item is not for search engines. Never rejects.
   */
  inOther: (
    lookup: (api: Api) => Promise<{ seo?: Seo | undefined } | undefined>,
    item?: Promise<InLanguages | undefined>,
  ) => Promise<boolean | null>
  /** A block whose code stays on the server: the browser gets only its HTML. */
  island: <Name extends IslandName>(name: Name, props: IslandProps[Name]) => IslandSlot<Name>
  /** A deferred part: the shell does not wait for it, and its failure does not fail the page. */
  deferred: <T>(promise: Promise<T>) => Deferred<T>
}
