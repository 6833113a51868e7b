// Gets what a navigation needs: the page's code and its payload, or its data by the business calls.
import { payloadSuffix } from '../../shared/payload.ts'
import { pathOf, type RouteMatch } from '../../shared/resolve.ts'
import { routeOf } from '../../shared/routes.ts'
import type { AnyPage } from '../page.ts'
import { pageModules } from '../routes.tsx'

export type Loaded = { page: AnyPage; data: unknown }

/** The server says that this page cannot be shown in place: another build, an error, a redirect. */
export function needsDocument(reason: string): Error {
  return Object.assign(new Error(reason), { name: 'NeedsDocument' })
}

export async function loadPage(
  match: RouteMatch,
  build: string,
  fingerprint: () => string,
  signal: AbortSignal,
): Promise<Loaded> {
  const [module, data] = await Promise.all([
    pageModules[routeOf(match.route).page](),
    loadPayload(match, build, signal),
  ])
  if (data !== undefined) return { page: module.page, data }
  const { loadByCalls } = await import('./business-calls.ts')
  return { page: module.page, data: await loadByCalls(module.page, match, fingerprint) }
}

export function pageCode(match: RouteMatch): Promise<{ page: AnyPage }> {
  return pageModules[routeOf(match.route).page]()
}

/** Undefined after a failure, which is only logged. */
async function loadPayload(match: RouteMatch, build: string, signal: AbortSignal): Promise<unknown> {
  const path = pathOf(match, match.locale)
  const query = match.search ? `&${match.search.slice(1)}` : ''
  try {
    const response = await fetch(`${path === '/' ? '' : path}${payloadSuffix}?${build}${query}`, { signal })
    if (response.ok) return ((await response.json()) as { data: unknown }).data
    if (response.status === 404 || response.status === 409) throw needsDocument(`payload ${response.status}`)
    throw new Error(`payload ${response.status}`)
  } catch (error) {
    if (signal.aborted || (error as Error).name === 'NeedsDocument') throw error
    console.error(error)
    return undefined
  }
}
