// Page kinds and their code; each is a chunk of its own.
import type { PageKind } from '../shared/routes.ts'
import type { AnyPage } from './page.ts'

export const pageModules: Record<PageKind, () => Promise<{ page: AnyPage }>> = {
  home: () => import('./pages/home.tsx'),
  contact: () => import('./pages/contact.tsx'),
  list: () => import('./pages/list.tsx'),
  article: () => import('./pages/article.tsx'),
  'sub-article': () => import('./pages/sub-article.tsx'),
  about: () => import('./pages/about.tsx'),
  download: () => import('./pages/download.tsx'),
  manual: () => import('./pages/manual.tsx'),
  detail: () => import('./pages/detail.tsx'),
}

/** The source file of a page kind, or of what every page needs, as the build's manifest names its modules. */
export function pageSource(kind: PageKind | undefined): string {
  return kind ? `client/pages/${kind}.tsx` : 'client/main.tsx'
}
