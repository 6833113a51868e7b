// A real upstream over HTTP: pooled connections, one deadline over all attempts, one retry for safe requests.
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Pool } from 'undici'
import { requestTimeoutMs, retryAfterLimitMs, retryStatuses } from '../../shared/constants.ts'
import type { Origin, OriginRequest, OriginResponse } from './origin.ts'
import { originError } from './origin-error.ts'

type Options = {
  /** `http://host:port/prefix`; the prefix goes before every path. */
  base: string
  connections: number
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Until the head of the answer, over all attempts; afterwards the longest pause between two pieces of its body. */
  timeoutMs?: number
}

export function createUpstream({ base, connections, log, timeoutMs = requestTimeoutMs }: Options): Origin {
  const { origin, pathname } = new URL(base)
  const prefix = pathname === '/' ? '' : pathname
  const pool = new Pool(origin, {
    connections,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  const attempt = async (
    { method, path, headers, body }: OriginRequest,
    signal: AbortSignal,
  ): Promise<OriginResponse> => {
    const answer = await pool.request({
      method: method as 'GET',
      path: prefix + path,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: body ?? null,
      signal,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers as OriginResponse['headers'],
      body: answer.body,
    }
  }

  const send = async (request: OriginRequest): Promise<OriginResponse> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, deadline.signal]) : deadline.signal
    try {
      const first = await attempt(request, signal).catch((error: unknown) => {
        if (signal.aborted || !isRetried(request)) throw error
        return error as Error
      })
      const pause = isRetried(request) ? pauseBeforeRetry(first) : undefined
      if (pause === undefined) return first as OriginResponse
      if (!(first instanceof Error)) discard(first)
      log.warn(
        { path: request.path, ...(first instanceof Error ? { err: first } : { status: first.status }) },
        'origin retried',
      )
      await sleep(pause, undefined, { signal })
      return await attempt(request, signal)
    } catch (error) {
      throw originError(deadline.signal.aborted || isTimeout(error) ? 'timeout' : 'network', error)
    } finally {
      clearTimeout(timer)
    }
  }

  return { send, close: () => pool.destroy() }
}

/** RFC 9110 §9.2.1: safe requests may be repeated; others never are, by the product's rule. */
function isRetried({ method }: OriginRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** Milliseconds to wait before the one retry; undefined where the outcome stands. */
function pauseBeforeRetry(outcome: OriginResponse | Error): number | undefined {
  if (outcome instanceof Error) return 0
  if (!retryStatuses.includes(outcome.status)) return undefined
  const retryAfter = Number(outcome.headers['retry-after'] ?? 0) * 1000
  return retryAfter >= 0 && retryAfter <= retryAfterLimitMs ? retryAfter : undefined
}

function discard({ body }: OriginResponse) {
  const stream = body as Readable
  stream.on('error', () => {})
  stream.destroy()
}

function isTimeout(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code
  return (
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT'
  )
}
