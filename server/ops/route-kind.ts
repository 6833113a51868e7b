// What kind of thing an address asks for: the short list by which requests are measured and logged.
import { splitUrl } from '../../shared/resolve.ts'

export const routeKinds = [
  ...(['page', 'payload', 'island', 'form', 'api', 'media', 'asset', 'file', 'feed'] as const),
  ...(['build', 'language', 'health', 'metrics', 'ops'] as const),
]
export type RouteKind = (typeof routeKinds)[number]

const exact: Record<string, RouteKind> = {
  '/livez': 'health',
  '/readyz': 'health',
  '/startupz': 'health',
  '/healthz': 'health',
  '/metrics': 'metrics',
}
const folders: [string, RouteKind][] = [
  ['/api/', 'api'],
  ['/assets/', 'asset'],
  ['/media/', 'media'],
  ['/builds/', 'build'],
  ['/__nuxt_island/', 'island'],
  ['/language/', 'language'],
  ['/ops/', 'ops'],
]

export function routeKind(method: string, url: string): RouteKind {
  const { pathname } = splitUrl(url)
  const known = exact[pathname] ?? folders.find(([folder]) => pathname.startsWith(folder))?.[1]
  if (known) return known
  if (pathname.endsWith('/_payload.json')) return 'payload'
  if (/\.(?:xml|txt|rss|atom)$/.test(pathname)) return 'feed'
  // A sign may have a dot in it.
  if (/\.\w{2,11}$/.test(pathname) && !pathname.includes('/detail_')) return 'file'
  return method === 'POST' ? 'form' : 'page'
}
