// The visitor's request that is being served: the trace and the Via that requests to the upstream pass on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'

export type Visitors = ReturnType<typeof createVisitors>

/** `trace`: header fields of each request to the upstream. `via`: the members to pass on, '' for none. */
type Visitor = { trace: Record<string, string>; via: string }

const openTelemetry = Symbol.for('opentelemetry.js.api.1')

export function createVisitors() {
  const storage = new AsyncLocalStorage<Visitor>()
  return {
    /** Runs `work`, and everything that it starts, such as a refresh in the background, for this visitor. */
    run: <T>(visitor: Visitor, work: () => T): T => storage.run(visitor, work),
    /** That of the current call; for a shared flight, of the visitor who started it. */
    via: () => storage.getStore()?.via,
    /** As `via`. Where OpenTelemetry is loaded, its instrumentation adds these fields itself. */
    trace: () => (openTelemetry in globalThis ? {} : (storage.getStore()?.trace ?? {})),
  }
}

const parentForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/** 512 characters are what W3C Trace Context §3.3.1.5 asks to pass on. */
const stateForm = /^[\t\x20-\x7e]{1,512}$/

/** `traceparent` and `tracestate` as they came; nothing without a traceparent of this form. */
export function traceOf({ traceparent, tracestate }: IncomingHttpHeaders): Record<string, string> {
  if (typeof traceparent !== 'string' || !parentForm.test(traceparent)) return {}
  const hasState = typeof tracestate === 'string' && stateForm.test(tracestate)
  return { traceparent, ...(hasState && { tracestate }) }
}
