// Business calls from the browser to this site's own server.
import type { ApiRequest, ApiResponse, Transport } from '../../shared/api/transport.ts'
import { requestTimeoutMs, sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { apiError } from '../../shared/errors.ts'
import { queryString } from '../../shared/href.ts'

export function createBrowserTransport(fingerprint: () => string): Transport {
  return async (request) => {
    const response = await send(request, fingerprint()).catch((error: unknown) => {
      const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
      throw apiError(timedOut ? 'timeout' : 'network', '', { cause: error })
    })
    return response
  }
}

async function send(
  { method, path, query, body, locale }: ApiRequest,
  fingerprint: string,
): Promise<ApiResponse> {
  const response = await fetch(path + queryString(query ?? {}), {
    method,
    // The windows for stale answers in its Cache-Control are meant for shared caches.
    cache: 'no-cache',
    headers: {
      'Finger-Print': fingerprint,
      'Accept-Language': locale,
      'Content-Type': 'application/json',
      'Cache-Control': `s-maxage=${sharedMaxAgeSeconds}`,
    },
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
