// Page modules by page kind: each file of pages/ is a chunk of its own.
import type { PageKind } from '../shared/routes.ts'
import type { AnyPage } from './page.ts'

/** The build checks that the route table and the files of pages/ agree; the compiler cannot. */
export function importPage(kind: PageKind): Promise<{ page: AnyPage }> {
  return import(`./pages/${kind}.tsx`)
}

/** The source file of a page kind, or of the code of every page, as the build manifest names it. */
export function pageSource(kind: PageKind | undefined): string {
  return kind ? `client/pages/${kind}.tsx` : 'client/main.tsx'
}
