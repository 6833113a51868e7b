// The code of a page by its kind: each file of pages is a chunk of its own.
import type { PageKind } from '../shared/routes.ts'
import type { AnyPage } from './page.ts'

/** The build compares the kinds of the route table with the files of pages, as the compiler cannot. */
export function importPage(kind: PageKind): Promise<{ page: AnyPage }> {
  return import(`./pages/${kind}.tsx`)
}

/** The source file of a page kind, or of what every page needs, as the build's manifest names its modules. */
export function pageSource(kind: PageKind | undefined): string {
  return kind ? `client/pages/${kind}.tsx` : 'client/main.tsx'
}
