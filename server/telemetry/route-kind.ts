// What kind of thing an address asks for: the short list by which requests are measured and logged.
import { pathMatcher, segmentsOf } from '../../shared/path-pattern.ts'
import { payloadSuffix } from '../../shared/payload.ts'
import { splitUrl } from '../../shared/resolve.ts'

export const routeKinds = [
  ...(['page', 'payload', 'island', 'form', 'api', 'media', 'asset', 'file', 'feed'] as const),
  ...(['build', 'language', 'health', 'metrics', 'ops'] as const),
]
export type RouteKind = (typeof routeKinds)[number]

const kinds = Object.entries({
  '/livez': 'health',
  '/readyz': 'health',
  '/startupz': 'health',
  '/healthz': 'health',
  '/metrics': 'metrics',
  '/api/**': 'api',
  '/assets/**': 'asset',
  '/media/**': 'media',
  '/builds/**': 'build',
  '/__nuxt_island/**': 'island',
  '/language/**': 'language',
  '/ops/**': 'ops',
} satisfies Record<string, RouteKind>).map(([pattern, kind]) => ({ fit: pathMatcher(pattern), kind }))

export function routeKind(method: string, url: string): RouteKind {
  const { pathname } = splitUrl(url)
  const segments = segmentsOf(pathname)
  const known = kinds.find(({ fit }) => fit(segments))
  if (known) return known.kind
  if (pathname.endsWith(payloadSuffix)) return 'payload'
  if (/\.(?:xml|txt|rss|atom)$/.test(pathname)) return 'feed'
  // A sign may have a dot in it.
  if (/\.\w{2,11}$/.test(pathname) && !pathname.includes('/detail_')) return 'file'
  return method === 'POST' ? 'form' : 'page'
}
