// What belongs to the request being served: its trace (W3C Trace Context), for log lines, responses and calls of the
// origin, and the network of its visitor, for a fair share of the origin.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type Trace = { id: string; span: string; flags: string; state: string | undefined }

export type Tracing = ReturnType<typeof createTracing>

const version = '00'
/** Who starts a trace leaves the choice to the origin, whose sampler by default follows this flag. */
const sampled = '01'
const maxStateLength = 512
const parentField = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
/** What OpenTelemetry's API leaves on the global object; its instrumentation writes these headers itself. */
const openTelemetry = Symbol.for('opentelemetry.js.api.1')

export const traceFields = ['traceparent', 'tracestate']

/** `client`: see `networkOf` in http/client-address.ts. It is part of no cache key and of no log line. */
type RequestContext = { trace: Trace; client: string | undefined }

export function createTracing() {
  const storage = new AsyncLocalStorage<RequestContext>()
  return {
    /** `work`, and everything that it starts, belongs to the request of this context. */
    run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),

    /** The client for whom a call of the origin is made now: of a shared flight, the one who started it. */
    client: () => storage.getStore()?.client,

    /**
     * `traceFields` of a call of the origin that is made now, tied to the request that it is made for. Undefined
     * where there is none: then the call's own stay.
     */
    outgoing(): Record<string, string> | undefined {
      if ((globalThis as Record<symbol, unknown>)[openTelemetry]) return {}
      const context = storage.getStore()
      if (!context) return undefined
      const { trace } = context
      const traceparent = fieldOf({ ...trace, span: newSpan() })
      return trace.state ? { traceparent, tracestate: trace.state } : { traceparent }
    },
  }
}

/** Goes on with the trace of the caller, or starts one. */
export function startTrace(headers: IncomingHttpHeaders): Trace {
  const span = newSpan()
  return continuedTrace(headers, span) ?? { id: newTraceId(), span, flags: sampled, state: undefined }
}

/** Undefined where there is none, or one that is not valid (Trace Context §3.2). */
export function continuedTrace(headers: IncomingHttpHeaders, span = newSpan()): Trace | undefined {
  const given = headers['traceparent']
  const [, theirs, id = '', parent = '', flags = '', rest] = parentField.exec(String(given ?? '')) ?? []
  if (!theirs || theirs === 'ff' || (theirs === version && rest)) return undefined
  if (/^0+$/.test(id) || /^0+$/.test(parent)) return undefined
  const state = String(headers['tracestate'] ?? '')
  return { id, span, flags, state: state.length <= maxStateLength ? state || undefined : undefined }
}

/** The value of `traceparent`, and of `traceresponse`, which has the same form. */
export function fieldOf({ id, span, flags }: Trace): string {
  return `${version}-${id}-${span}-${flags}`
}

const spanBytes = 8
const idBytes = 16
/** Drawn in advance, for many spans at once: each call of the origin is one. */
const drawn = Buffer.alloc(4096)
let used = drawn.length

function newTraceId(): string {
  return newId(idBytes)
}

function newSpan(): string {
  return newId(spanBytes)
}

function newId(bytes: number): string {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.toString('hex', used - bytes, used)
}
