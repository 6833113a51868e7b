// Request context: the trace (W3C Trace Context), and the visitor's network for the concurrency limit of the origin.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type Trace = { id: string; span: string; flags: string; state: string | undefined }

export type Tracing = ReturnType<typeof createTracing>

const version = '00'
/** The `sampled` flag of a new trace: a sampler at the origin follows it by default. */
const sampled = '01'
const maxStateLength = 512
const parentField = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
/** The global of OpenTelemetry's API; its instrumentation sets these headers itself. */
const openTelemetry = Symbol.for('opentelemetry.js.api.1')

export const traceFields = ['traceparent', 'tracestate']

/** `client`: see `networkOf` in base/client-address.ts. Not part of cache keys and log lines. */
type RequestContext = { trace: Trace; client: string | undefined }

export function createTracing() {
  const storage = new AsyncLocalStorage<RequestContext>()
  return {
    /** Runs `work`, and everything that it starts, in this context. */
    run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),

    /** The client of the current call; for a shared flight, the one that started it. */
    client: () => storage.getStore()?.client,

    /**
     * The `traceFields` of the current call of the origin. Undefined without a request context: then the call's own fields
     * are sent.
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

/** Continues the trace of the caller, or starts a new one. */
export function startTrace(headers: IncomingHttpHeaders): Trace {
  const span = newSpan()
  return continuedTrace(headers, span) ?? { id: newTraceId(), span, flags: sampled, state: undefined }
}

/** Undefined without a valid traceparent (Trace Context §3.2). */
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
/** Random bytes for many spans, generated in advance: each call of the origin is a span. */
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
