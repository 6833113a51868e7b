// Gets what a navigation needs: the page's code and its payload, or its data by the business calls.
import type { Api } from '../../shared/api/api.ts'
import { payloadSuffix } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
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
  api: Api,
  signal: AbortSignal,
): Promise<Loaded> {
  const [module, data] = await Promise.all([
    pageModules[routeOf(match.route).page](),
    loadPayload(match, build, signal),
  ])
  if (data !== undefined) return { page: module.page, data }
  return { page: module.page, data: await loadByCalls(module.page, match, api) }
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

function loadByCalls(page: AnyPage, match: RouteMatch, api: Api): Promise<unknown> {
  return page.load({
    api,
    match,
    locale: match.locale,
    params: match.params,
    query: readQuery(match.search),
    category: routeOf(match.route).category,
    inOther: () => Promise.resolve(true),
    later: (promise) => ({ promise: promise.catch(() => null) }),
  })
}
