// Page kinds and their code: each file of pages is a chunk of its own.
import type { PageKind } from '../shared/routes.ts'
import type { AnyPage } from './page.ts'

export const pageModules: Record<PageKind, () => Promise<{ page: AnyPage }>> = {
  home: () => import('./pages/home.tsx'),
  contact: () => import('./pages/contact.tsx'),
  list: () => import('./pages/list.tsx'),
  article: () => import('./pages/article.tsx'),
  'sub-article': () => import('./pages/article.tsx').then(({ subArticlePage: page }) => ({ page })),
  about: () => import('./pages/about.tsx'),
  download: () => import('./pages/download.tsx'),
  manual: () => import('./pages/manual.tsx'),
  detail: () => import('./pages/article.tsx').then(({ signPage: page }) => ({ page })),
}

/** Kinds whose page is not in a file of their name. */
const files: Partial<Record<PageKind, PageKind>> = { 'sub-article': 'article', detail: 'article' }

/** The source file of a page kind, or of what every page needs, as the build's manifest names its modules. */
export function pageSource(kind: PageKind | undefined): string {
  return kind ? `client/pages/${files[kind] ?? kind}.tsx` : 'client/main.tsx'
}
