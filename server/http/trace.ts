// Trace context: the header fields of a visitor's request that its requests to the upstream have too, unchanged.
import type { IncomingHttpHeaders } from 'node:http'
import { viaMembers } from './loop-detection.ts'

const openTelemetry = Symbol.for('opentelemetry.js.api.1')
const parentForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/** 512 characters are what W3C Trace Context §3.3.1.5 asks to pass on. */
const stateForm = /^[\t\x20-\x7e]{1,512}$/

/** `traceparent`, with `tracestate`, and the members of Via; what has another form is left out. */
export function passedOnFrom({ traceparent, tracestate, via }: IncomingHttpHeaders): Record<string, string> {
  const members = viaMembers(via)
  const hasState = typeof tracestate === 'string' && stateForm.test(tracestate)
  // Where OpenTelemetry is loaded, its instrumentation adds these fields itself.
  const isTraced =
    typeof traceparent === 'string' && parentForm.test(traceparent) && !(openTelemetry in globalThis)
  return {
    ...(members.length > 0 && { via: members.join(', ') }),
    ...(isTraced && { traceparent, ...(hasState && { tracestate }) }),
  }
}
