// What a write makes untrue (RFC 9111 §4.4).
import type { OriginRequest, OriginResponse } from '../origin/origin.ts'
import { field } from './semantics/fields.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const base = 'http://origin.invalid'

/** Beginnings of the keys to drop: the target, and what Location and Content-Location name on the same host. */
export function invalidatedKeys(
  { method, path }: OriginRequest,
  { status, headers }: OriginResponse,
): string[] {
  if (safe.has(method) || status < 200 || status > 399) return []
  const named = [field(headers, 'location'), field(headers, 'content-location')].flatMap((target) =>
    local(target, path),
  )
  return [path, ...named].map((target) => `GET ${target} `)
}

function local(target: string | undefined, path: string): string[] {
  if (!target || !URL.canParse(target, base + path)) return []
  const url = new URL(target, base + path)
  return url.origin === base ? [url.pathname + url.search] : []
}
