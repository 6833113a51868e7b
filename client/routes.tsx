// Page modules by page kind.
import type { PageKind } from '../shared/routes.ts'
import type { AnyPage } from './page.ts'

/** The build checks that the route table and the files of pages/ agree; the compiler cannot. */
export function importPage(kind: PageKind): Promise<{ page: AnyPage }> {
  return import(`./pages/${kind}.tsx`)
}
