// Browser transport: business calls to this site's own server, with one deadline and one retry of safe requests.
import { jsonIn } from '../../shared/api/error-message.ts'
import type { ApiRequest, ApiResponse } from '../../shared/api/request.ts'
import { retryAfterLimitMs, retryStatuses, sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { queryString } from '../../shared/href.ts'
import { withDeadline } from './deadline.ts'

/** Rejects with ApiError `timeout` or `network`. `headers`: more header fields. */
export function browserTransport(
  request: ApiRequest,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal },
): Promise<ApiResponse & { headers: Headers }> {
  return withDeadline(async (deadline) => {
    const response = await attempts(() => send(request, headers, deadline), request.method === 'GET')
    const text = await response.text()
    const json = jsonIn(text)
    return { status: response.status, headers: response.headers, body: json === undefined ? text : json }
  }, signal)
}

async function attempts(attempt: () => Promise<Response>, retry: boolean): Promise<Response> {
  if (!retry) return attempt()
  const first = await attempt().catch(() => undefined)
  const wait = first ? waitBeforeRetry(first) : 0
  if (first && wait === undefined) return first
  if (wait) await new Promise((resolve) => setTimeout(resolve, wait))
  return attempt()
}

/** Milliseconds, or undefined if the response is not to be retried. */
function waitBeforeRetry({ status, headers }: Response): number | undefined {
  if (!retryStatuses.includes(status)) return undefined
  const wait = Number(headers.get('retry-after') ?? 0) * 1000
  return wait >= 0 && wait <= retryAfterLimitMs ? wait : undefined
}

function send(
  { method, path, query, body, locale }: ApiRequest,
  headers: Record<string, string> | undefined,
  signal: AbortSignal,
) {
  return fetch(path + queryString(query ?? {}), {
    method,
    // stale-while-revalidate and stale-if-error in the response are meant for shared caches.
    cache: 'no-cache',
    headers: {
      'Finger-Print': fingerprint(),
      'Accept-Language': locale,
      'Content-Type': 'application/json',
      'Cache-Control': `s-maxage=${sharedMaxAgeSeconds}`,
      ...headers,
    },
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The visitor id of the session (fingerprint.ts); '' where it is not known. */
function fingerprint(): string {
  try {
    return sessionStorage.getItem('fingerprint') ?? ''
  } catch {
    return ''
  }
}
