// W3C Trace Context: which trace a request belongs to, for its log line, its answer and its calls of the origin.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type Trace = { id: string; span: string; flags: string; state: string | undefined }

export type Tracing = ReturnType<typeof createTracing>

const version = '00'
/** Who starts a trace leaves the choice to the origin, whose sampler by default follows this flag. */
const sampled = '01'
const longestState = 512
const parentField = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
/** What OpenTelemetry's API leaves on the global object; its instrumentation writes these headers itself. */
const openTelemetry = Symbol.for('opentelemetry.js.api.1')

export const traceFields = ['traceparent', 'tracestate']

export function createTracing() {
  const storage = new AsyncLocalStorage<Trace>()
  return {
    /** `work`, and everything that it starts, belongs to `trace`. */
    run: <T>(trace: Trace, work: () => T): T => storage.run(trace, work),

    /**
     * `traceFields` of a call of the origin that is made now, tied to the request that it is made for. Undefined
     * where there is none: then the call's own stay.
     */
    outgoing(): Record<string, string> | undefined {
      if ((globalThis as Record<symbol, unknown>)[openTelemetry]) return {}
      const trace = storage.getStore()
      if (!trace) return undefined
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
  return { id, span, flags, state: state.length <= longestState ? state || undefined : undefined }
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
