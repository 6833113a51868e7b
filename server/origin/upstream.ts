// Upstream over HTTP: one deadline for all attempts, one retry within a budget, a circuit breaker, concurrency limits.
import { finished } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Dispatcher, Pool } from 'undici'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { isOverload } from '../../shared/errors.ts'
import { splitUrl } from '../../shared/resolve.ts'
import type { OriginCall, OriginRequest, OriginResponse, UpstreamOrigin } from '../base/origin.ts'
import { isOriginError, originError } from '../base/origin-error.ts'
import { discard } from '../base/read-body.ts'
import { type BreakerOptions, createBreaker } from './breaker.ts'
import { knownCall } from './call-policy.ts'
import {
  createConnections,
  isGoingAway,
  isStaleConnection,
  isTimeout,
  isUnreachable,
  staleConnectionError,
} from './connections.ts'
import { decodedBody, decodedFields, decodersOf } from './content-coding.ts'
import { createLimiter } from './limiter.ts'
import { createRetryBudget, isRepeatable, pauseBeforeRetry } from './retry.ts'

type UpstreamOptions = {
  /** `http://host:port/prefix`; the prefix goes before every path. */
  base: string
  /** For business calls; everything else, such as media, has connections of its own. */
  connections: number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Deadline of the response over all attempts: a short one completely, of a long one the head; then the longest pause. */
  timeoutMs?: number
  /** Header fields of every request; may be secret, and are sent to `base` alone: no redirect is followed. */
  fields?: Record<string, string>
  telemetry?: UpstreamTelemetry
  /** `maxWaiting`: calls of one client. */
  limits?: { maxWaiting?: number; breaker?: BreakerOptions }
}

type UpstreamTelemetry = {
  /** Seconds from the request to the response, or to the head of a long one, for every attempt. */
  observe?: (call: OriginCall, seconds: number, outcome: number | 'error') => void
  /** Called when a call was rejected because too many are waiting. */
  onOverload?: () => void
  /** The network of the visitor for whom the call is made, see telemetry/visitors.ts. */
  client?: () => string | undefined
  /** Header fields of the trace of this visitor's request. */
  trace?: () => Record<string, string>
  /** The members of its Via that are passed on. */
  via?: () => string | undefined
}

const emptyStatuses = [204, 205, 304]
/** Responses up to this length are read completely before they are returned. */
const shortBytes = 65_536
/** Each is in use until the visitor has read the body: far more than the calls need, a quarter of them for one address. */
const mediaConnections = 256

export function createUpstream(options: UpstreamOptions): UpstreamOrigin {
  const { log, timeoutMs = requestTimeoutMs, telemetry: { onOverload = () => {} } = {} } = options
  const { attempt, breakerState, close } = createAttempts({ ...options, timeoutMs })
  const budget = createRetryBudget()

  const attempts = async (request: OriginRequest, signal: AbortSignal): Promise<OriginResponse> => {
    if (!isRepeatable(request)) return attempt(request, signal)
    budget.deposit()
    const first = await attempt(request, signal).catch((error: Error) => {
      if (signal.aborted || isOriginError(error)) throw error
      return error
    })
    const isClosed = breakerState() === 'closed'
    const pauseMs = isClosed ? pauseBeforeRetry(first, Date.now()) : undefined
    if (pauseMs === undefined || !(isStaleConnection(first) || budget.withdraw())) return responseOf(first)
    if (!(first instanceof Error)) discard(first)
    const [cause, status] = first instanceof Error ? [first, 0] : [undefined, first.status]
    const err = originError('network', cause, status)
    // The caller logs the outcome of the retry.
    log.info({ path: shownPath(request.path), status, err }, 'origin request retried')
    await sleep(pauseMs, undefined, { signal })
    // Other open connections may be closed as well.
    return attempt(request, signal, first instanceof Error)
  }

  const send = async (request: OriginRequest): Promise<OriginResponse> => {
    const deadline = new AbortController()
    const expire = () => deadline.abort(new Error(`no response within ${timeoutMs} ms`))
    const timer = setTimeout(expire, timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, deadline.signal]) : deadline.signal
    try {
      return await attempts(request, signal)
    } catch (error) {
      if (isOverload(error)) onOverload()
      if (isOriginError(error)) throw error
      const isLate = deadline.signal.aborted && !request.signal?.aborted
      throw originError(isLate || isTimeout(error) ? 'timeout' : 'network', error)
    } finally {
      clearTimeout(timer)
    }
  }

  return { send, close, breakerState }
}

/** One attempt: it waits for the limiter, is rejected by an open breaker, and is measured. */
function createAttempts(options: UpstreamOptions & { timeoutMs: number }) {
  const { connections, log, telemetry = {}, limits = {} } = options
  const { observe = () => {}, client = () => undefined } = telemetry
  const { maxWaiting } = limits
  const calls = {
    ...createExchange(options, { connections, allowH2: true }),
    limiter: createLimiter({ connections, ...(maxWaiting !== undefined && { maxWaiting }) }),
  }
  const media = {
    // Not HTTP/2: a slow reader uses up the flow-control window that a connection's streams share (RFC 9113 §5.2.1).
    ...createExchange(options, { connections: mediaConnections, allowH2: false }),
    limiter: createLimiter({ connections: mediaConnections, maxOfCall: mediaConnections }),
  }
  const connectionsOf = (call: OriginCall) => (call === 'other' ? media : calls)
  const breaker = createBreaker({
    ...limits.breaker,
    onChange: (state) => log.warn({ call: 'origin', state }, 'circuit breaker changed state'),
  })

  const measured = async (
    request: OriginRequest,
    call: OriginCall,
    signal: AbortSignal,
    isAlone: boolean,
  ) => {
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    try {
      const response = await (isAlone ? connectionsOf(call).exchangeAlone : connectionsOf(call).exchange)(
        request,
        signal,
      )
      observe(call, seconds(), response.status)
      return response
    } catch (error) {
      observe(call, seconds(), 'error')
      throw error
    }
  }

  const guarded = async (request: OriginRequest, call: OriginCall, signal: AbortSignal, isAlone: boolean) => {
    if (!breaker.admit()) throw originError('network', new Error('the circuit breaker of origin is open'))
    try {
      const response = await measured(request, call, signal, isAlone)
      breaker.connected()
      return response
    } catch (error) {
      if (isUnreachable(error)) breaker.unreachable()
      throw error
    }
  }

  const attempt = async (
    request: OriginRequest,
    signal: AbortSignal,
    isAlone = false,
  ): Promise<OriginResponse> => {
    signal.throwIfAborted()
    const source = { call: originCall(request), client: client() }
    const end = await connectionsOf(source.call).limiter.enter(source, signal)
    try {
      const response = await guarded(request, source.call, signal, isAlone)
      if (Buffer.isBuffer(response.body)) end()
      else finished(response.body, end)
      return response
    } catch (error) {
      end()
      throw error
    }
  }

  return {
    attempt,
    breakerState: breaker.state,
    close: async () => void (await Promise.all([calls.close(), media.close()])),
  }
}

function createExchange(
  options: UpstreamOptions & { timeoutMs: number },
  limits: { connections: number; allowH2: boolean },
) {
  const { base, timeoutMs, fields = {}, telemetry = {} } = options
  const { trace = () => ({}), via = () => '' } = telemetry
  const name = fields['via']
  const { origin, pathname } = new URL(base)
  const prefix = pathname === '/' ? '' : pathname
  const connect = (connections: number) =>
    createConnections({ origin, allowH2: limits.allowH2, connections, timeoutMs })
  const pool = connect(limits.connections)

  const exchangeOver = async (
    pool: Pool,
    request: OriginRequest,
    signal: AbortSignal,
  ): Promise<OriginResponse> => {
    const {
      statusCode: status,
      headers,
      body,
    } = await pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: prefix + request.path,
      headers: {
        ...request.headers,
        ...trace(),
        'accept-encoding': 'identity',
        ...fields,
        ...(name && { via: [via(), name].filter(Boolean).join(', ') }),
      },
      body: request.body ?? null,
      signal,
    })
    // undici's type allows for fields without a value, which no response has.
    const given = headers as OriginResponse['headers']
    const length = Number(headers['content-length'])
    const decoders = decodersOf(status, given)
    const hasBody = request.method !== 'HEAD' && length !== 0 && !emptyStatuses.includes(status)
    const head = { status, headers: decoders ? decodedFields(given) : given }
    if (decoders && hasBody) return { ...head, body: await decodedBody(body, decoders) }
    return { ...head, body: length <= shortBytes ? Buffer.from(await body.arrayBuffer()) : body }
  }

  return {
    async exchange(request: OriginRequest, signal: AbortSignal): Promise<OriginResponse> {
      const isReused = pool.stats.free > 0
      return exchangeOver(pool, request, signal).catch((error: Error) => {
        const isStale = (isReused || isGoingAway(error)) && !isTimeout(error) && !isUnreachable(error)
        throw isStale && !signal.aborted ? staleConnectionError(error) : error
      })
    },
    /** Over a connection of its own. */
    async exchangeAlone(request: OriginRequest, signal: AbortSignal): Promise<OriginResponse> {
      const own = connect(1)
      try {
        return await exchangeOver(own, request, signal)
      } finally {
        // Waits for the end of the body.
        void own.close()
      }
    },
    close: () => pool.destroy(),
  }
}

function originCall({ method, path }: OriginRequest): OriginCall {
  return knownCall(method === 'HEAD' ? 'GET' : method, splitUrl(path).pathname)?.name ?? 'other'
}

function responseOf(outcome: OriginResponse | Error): OriginResponse {
  if (outcome instanceof Error) throw outcome
  return outcome
}

const longestShownPath = 300

/** A path as logs and errors show it: without the words of visitors. */
export function shownPath(path: string): string {
  const [pathname = '', search = ''] = path.split('?')
  const kept = [...new URLSearchParams(search)].map(([name, value]) =>
    /search|keyword|contains|^q$/i.test(name) ? `${name}=…` : `${name}=${value}`,
  )
  return (kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname).slice(0, longestShownPath)
}
