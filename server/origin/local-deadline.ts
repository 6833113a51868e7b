// Deadline of an origin in the same process: a call without an end would hold all later requests for the same response.
import { splitUrl } from '../../shared/resolve.ts'
import { inTime } from '../base/in-time.ts'
import type { Origin } from '../base/origin.ts'

/** Other origins have a deadline of their own, see upstream.ts. */
export function withDeadline(origin: Origin, ms: number): Origin {
  if (!origin.isLocal) return origin
  const { read } = origin
  return {
    ...origin,
    ...(read && { read: (call, isPreview) => inTime(read(call, isPreview), ms, call.name) }),
    send: (request) => inTime(origin.send(request), ms, splitUrl(request.path).pathname),
  }
}
