// Connections to the upstream, of undici: a request over one of them, its response, and why there was none.
import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { ContentRequest, ContentResponse } from '../base/content-source.ts'
import { decodedBody, decodedFields, decodersOf } from './content-coding.ts'

/** Lifetime of a connection; a new one resolves the host name again, so that DNS changes take effect. */
const connectionTtlMs = 60_000
const keepAliveMs = 10_000
const emptyStatuses = [204, 205, 304]
/** Responses up to this length are read completely before they are returned. */
const shortBytes = 65_536

/** `base`, `fields`, `timeoutMs`: see UpstreamOptions. */
export function createConnections(
  { base, fields }: { base: string; fields: Record<string, string> },
  timeoutMs: number,
  most: number,
  allowH2: boolean,
) {
  const { origin, pathname } = new URL(base)
  const prefix = pathname === '/' ? '' : pathname
  // Half, so that a connection attempt times out before the call's deadline and leaves time for a second one.
  const connector = buildConnector({ allowH2, timeout: timeoutMs / 2 })
  const connect = (connections: number) =>
    new Pool(origin, {
      connections,
      allowH2,
      clientTtl: connectionTtlMs,
      keepAliveTimeout: keepAliveMs,
      // The caller's signal is the deadline of the response; `bodyTimeout` is the longest pause in a long body.
      headersTimeout: 0,
      bodyTimeout: timeoutMs,
      maxHeaderSize: 32_768,
      connect: (options, callback) =>
        connector(options, (...[cause, socket]) =>
          cause
            ? callback(withCode(unreachable, 'no connection to the upstream', cause), null)
            : callback(null, socket),
        ),
    })
  const pool = connect(most)

  const exchangeOver = async (pool: Pool, request: ContentRequest, signal: AbortSignal) => {
    const { via, ...trace } = request.passedOn ?? {}
    const { statusCode, headers, body } = await pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: prefix + request.path,
      headers: {
        ...request.headers,
        ...trace,
        'accept-encoding': 'identity',
        ...fields,
        via: [via, fields['via']].filter(Boolean).join(', '),
      },
      body: request.body ?? null,
      signal,
    })
    // undici's type allows for fields without a value, which no response has.
    const given = headers as ContentResponse['headers']
    const length = Number(headers['content-length'])
    const decoders = decodersOf(statusCode, given)
    const hasBody = request.method !== 'HEAD' && length !== 0 && !emptyStatuses.includes(statusCode)
    const head = { status: statusCode, headers: decoders ? decodedFields(given) : given }
    if (decoders && hasBody) return { ...head, body: await decodedBody(body, decoders) }
    return { ...head, body: length <= shortBytes ? Buffer.from(await body.arrayBuffer()) : body }
  }

  return {
    /** `isAlone`: over a connection of its own. */
    async exchange(request: ContentRequest, signal: AbortSignal, isAlone: boolean): Promise<ContentResponse> {
      const fresh = isAlone ? connect(1) : undefined
      const isReused = !fresh && pool.stats.free > 0
      return (
        exchangeOver(fresh ?? pool, request, signal)
          .catch((cause: Error) => {
            // HTTP/2: the upstream ends the connection without having processed the request (RFC 9113 §6.8).
            const isEnded = isReused || errorCode(cause) === 'UND_ERR_INFO'
            const isStale =
              isEnded && !isTimeout(cause) && errorCode(cause) !== unreachable && !signal.aborted
            throw isStale && !fresh
              ? withCode(stale, 'an open connection to the upstream failed', cause)
              : cause
          })
          // Waits for the end of the body.
          .finally(() => void fresh?.close())
      )
    },
    close: () => pool.destroy(),
  }
}

/** Name resolution, TCP or TLS failed: no request has been sent. */
export const unreachable = 'UPSTREAM_UNREACHABLE'
/** An open connection failed: the upstream may have closed it before the request arrived (RFC 9112 §9.3.1). */
export const stale = 'UPSTREAM_STALE_CONNECTION'
export const late = 'UPSTREAM_LATE'
const timeouts: unknown[] = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

export function withCode(code: string, message: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

export function isLate({ aborted, reason }: AbortSignal): boolean {
  return aborted && errorCode(reason) === late
}

export function isTimeout(error: unknown): boolean {
  return timeouts.includes(errorCode(error)) || timeouts.includes(errorCode((error as Error | null)?.cause))
}

export function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code
}
