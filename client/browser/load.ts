// Page loading for a navigation: the page's module and its payload, or its data from the business calls.
import { payloadSuffix } from '../../shared/payload.ts'
import { pathOf, type RouteMatch } from '../../shared/resolve.ts'
import { routeOf } from '../../shared/routes.ts'
import type { AnyPage } from '../page.ts'
import { importPage } from '../routes.tsx'
import type { Notify } from './toast.ts'

export type Loaded = { page: AnyPage; data: unknown }
export type LoadOptions = {
  build: string
  downloadId: number
  signal: AbortSignal
  fingerprint: () => string
  notify: Notify
  /** The prefetched data; a rejection or undefined means none. */
  prefetched: Promise<unknown> | undefined
}

/** The page cannot be shown in place, its document has to be loaded: another build, an error, a redirect. */
export function needsDocument(reason: string): Error {
  return Object.assign(new Error(reason), { name: 'NeedsDocument' })
}

export async function loadPage(match: RouteMatch, options: LoadOptions): Promise<Loaded> {
  const [{ page }, data] = await Promise.all([pageCode(match), loadData(match, options)])
  if (data !== undefined) return { page, data }
  const { loadByCalls } = await import('./business-calls.ts').catch(chunkError)
  return { page, data: await loadByCalls(page, match, options) }
}

/** Rejects with ChunkError. */
export function pageCode(match: RouteMatch): Promise<{ page: AnyPage }> {
  return importPage(routeOf(match.route).page).catch(chunkError)
}

function chunkError(cause: unknown): never {
  throw Object.assign(new Error('page code could not be loaded', { cause }), { name: 'ChunkError' })
}

async function loadData(match: RouteMatch, { build, signal, prefetched }: LoadOptions): Promise<unknown> {
  const early = await prefetched?.catch(() => undefined)
  if (early !== undefined) return early
  return loadPayload(match, build, { signal }).catch((error: Error) => {
    if (signal.aborted || error.name === 'NeedsDocument') throw error
    console.error(error)
    return undefined
  })
}

/** Not found, another build, overload: calls instead of the payload would add to it. */
const documentStatuses = [404, 409, 503]

export async function loadPayload(match: RouteMatch, build: string, init: RequestInit): Promise<unknown> {
  const path = pathOf(match, match.locale)
  const query = match.search ? `&${match.search.slice(1)}` : ''
  const response = await fetch(`${path === '/' ? '' : path}${payloadSuffix}?${build}${query}`, init)
  if (response.ok) return ((await response.json()) as { data: unknown }).data
  const problem = `payload ${response.status}: ${path}`
  throw documentStatuses.includes(response.status) ? needsDocument(problem) : new Error(problem)
}
