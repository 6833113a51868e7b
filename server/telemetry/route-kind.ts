// The kind of a request's route, in the request log and as a label.
import { payloadSuffix } from '../../shared/payload.ts'

/** By the first segment of the path. */
const folders: Record<string, RouteKind> = {
  livez: 'health',
  readyz: 'health',
  startupz: 'health',
  healthz: 'health',
  metrics: 'metrics',
  api: 'api',
  assets: 'asset',
  media: 'media',
  builds: 'build',
  __nuxt_island: 'island',
  language: 'language',
  ops: 'ops',
}
export const routeKinds = [
  ...(['page', 'payload', 'island', 'form', 'api', 'media', 'asset', 'file', 'feed'] as const),
  ...(['build', 'language', 'health', 'metrics', 'ops'] as const),
]
type RouteKind = (typeof routeKinds)[number]

export function routeKind(method: string, pathname: string): RouteKind {
  const folder = pathname.split('/', 2)[1] ?? ''
  const known = Object.hasOwn(folders, folder) ? folders[folder] : undefined
  if (known) return known
  if (pathname.endsWith(payloadSuffix)) return 'payload'
  if (/\.(?:xml|txt)$/.test(pathname)) return 'feed'
  // The identifier of an article may contain a dot.
  if (/\.\w{2,11}$/.test(pathname) && !pathname.includes('/detail_')) return 'file'
  return method === 'POST' ? 'form' : 'page'
}
