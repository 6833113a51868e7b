// Invalidation: by unsafe requests (RFC 9111 §4.4), and by a response that replaces a stored one (§4.3.3).
import { splitUrl } from '../../shared/resolve.ts'
import { field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { isRead } from '../origin/call-policy.ts'

const base = 'http://origin.invalid'

/** Paths to invalidate: the target URI, and those of Location and Content-Location on the same host. */
export function invalidatedPaths(
  { method, path }: OriginRequest,
  { status, headers }: OriginResponse,
): string[] {
  if (isRead(method, splitUrl(path).pathname) || status < 200 || status > 399) return []
  const named = [field(headers, 'location'), field(headers, 'content-location')].flatMap((target) =>
    local(target, path),
  )
  return [...new Set([splitUrl(path).pathname, ...named])]
}

function local(target: string | undefined, path: string): string[] {
  if (!target || !URL.canParse(target, base + path)) return []
  const url = new URL(target, base + path)
  return url.origin === base ? [url.pathname] : []
}

/** RFC 9111 §4.3.3. A 401, 403 or 429 says nothing about the stored response. */
export function invalidates({ status }: OriginResponse): boolean {
  return status < 400 || status === 404 || status === 410
}
