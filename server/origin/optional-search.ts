// Optional search call: an upstream that does not have it is remembered for a while, so that not every search costs a request more.
import { calls } from '../../shared/api/calls.ts'
import { splitUrl } from '../../shared/resolve.ts'
import type { Origin, OriginResponse } from '../base/origin.ts'

const rememberedMs = 600_000

export function withOptionalSearch(origin: Origin, monotonic = () => performance.now()): Origin {
  let missingUntil = Number.NEGATIVE_INFINITY
  return {
    ...origin,
    async send(request) {
      if (splitUrl(request.path).pathname !== calls.search.path) return origin.send(request)
      if (monotonic() < missingUntil) return notFound()
      const response = await origin.send(request)
      if (response.status === 404) missingUntil = monotonic() + rememberedMs
      return response
    },
  }
}

function notFound(): OriginResponse {
  const body = Buffer.from(JSON.stringify({ success: false, data: null, msg: 'Not found' }))
  return { status: 404, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}
