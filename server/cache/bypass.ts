// Bypass: requests that the cache forwards, and the stored responses that they invalidate (RFC 9111 §4.4).
import { splitUrl } from '../../shared/parse-url.ts'
import type { ContentRequest, ContentResponse, Send } from '../base/content-source.ts'
import { field } from '../base/fields.ts'
import { readBody } from '../base/read-body.ts'
import type { Purge } from '../ops/purge.ts'
import { contractCall, isRead } from '../upstream/call-policy.ts'
import { type CacheResponse, type Count, forwarded, withCacheStatus } from './cache-response.ts'

export async function bypass(
  request: ContentRequest,
  reason: 'method' | 'bypass',
  { send, purge, count }: { send: Send; purge: Purge; count: Count },
): Promise<CacheResponse> {
  const { pathname } = splitUrl(request.path)
  const isCall = contractCall(pathname) !== undefined
  // A call is read here: a visitor who reads slowly does not hold a connection for calls.
  const readWhole = async (response: ContentResponse) => ({
    ...response,
    body: await readBody(response.body),
  })
  const sent = isCall ? send(request).then(readWhole) : send(request)
  const response = await sent.catch((error: unknown) => {
    count('error', 'api', 'upstream')
    throw error
  })
  count('bypass', 'api', 'upstream')
  // No method of a path of the contract changes what the site shows.
  if (!isCall && !isRead(request.method, pathname))
    for (const path of invalidatedPaths(request.path, response))
      await purge({ kind: 'tag', tag: `path:${path}` }, 'hard')
  const status = forwarded({ reason, status: response.status })
  return { ...response, headers: withCacheStatus(response.headers, status) }
}

const base = 'http://origin.invalid'

/** Paths to invalidate: the target URI, and those of Location and Content-Location on the same host. */
function invalidatedPaths(path: string, { status, headers }: ContentResponse): Set<string> {
  if (status < 200 || status > 399) return new Set()
  const named = [field(headers, 'location'), field(headers, 'content-location')]
  const urls = named.map((target) => (target ? URL.parse(target, base + path) : null))
  const local = urls.flatMap((url) => (url?.origin === base ? [url.pathname] : []))
  return new Set([splitUrl(path).pathname, ...local])
}
