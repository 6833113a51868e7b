// Connections to the upstream, of undici: a request over one of them, its response, decoded, and why there was none.
import { once } from 'node:events'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { ContentRequest, ContentResponse } from '../base/content-source.ts'
import { type Fields, field, listMembers } from '../base/fields.ts'

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

/**
 * Content codings of an upstream that compresses although identity was requested (RFC 9110 §8.4): the body is decoded while it arrives,
 * so that the limits of its reader count decoded bytes.
 */
type Decoder = (body: Readable) => Transform | Promise<Transform>

const decoders = new Map<string, Decoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', inflate],
])
const mostCodings = 3
const zlibMethod = 8

/** In the order in which they are applied. Undefined where nothing is decoded: no coding, an unknown one, a part of the encoded bytes. */
function decodersOf(status: number, headers: Fields): Decoder[] | undefined {
  const value = field(headers, 'content-encoding')
  if (value === undefined || status === 206) return undefined
  const codings = listMembers(value.toLowerCase()).filter((name) => name !== 'identity')
  const known = codings.toReversed().flatMap((name) => decoders.get(name) ?? [])
  return known.length === codings.length && known.length <= mostCodings ? known : undefined
}

/** The fields of the decoded body; a range would be of the encoded one. */
function decodedFields(headers: Fields): Fields {
  const { 'content-encoding': _coding, 'content-length': _ofEncoded, ...rest } = headers
  return { ...rest, 'accept-ranges': 'none' }
}

/** Rejects where the start of the body is not of its coding; its reader gets a later error. */
async function decodedBody(body: Readable, decoders: Decoder[]): Promise<Readable> {
  let decoded = body
  for (const decoder of decoders) decoded = pipeline(decoded, await decoder(decoded), () => {})
  if (decoders.length > 0) await once(decoded, 'readable')
  return decoded
}

/** Some servers send `deflate` without the header of zlib (RFC 9110 §8.4.1.2): the first byte decides. */
async function inflate(body: Readable): Promise<Transform> {
  await once(body, 'readable')
  const first: Buffer | null = body.read()
  if (first) body.unshift(first)
  return first && (first[0]! & 0x0f) !== zlibMethod ? createInflateRaw() : createInflate()
}
