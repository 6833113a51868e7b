// Load context: what a page's `load` gets, on the server.
import type { Api } from '../shared/api/api.ts'
import type { Seo } from '../shared/content/content.ts'
import type { FormField } from '../shared/form.ts'
import type { IslandName, IslandProps } from '../shared/island.ts'
import type { InLanguages } from '../shared/locale.ts'
import type { Deferred } from '../shared/payload.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { IslandSlot } from './island.tsx'

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
