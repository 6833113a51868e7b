// Optional search call: where the origin does not have it, or its response is no search result, the lists are searched.
import { calls } from '../../shared/api/calls.ts'
import { isOverload } from '../../shared/errors.ts'
import { splitUrl } from '../../shared/resolve.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { inTime } from '../base/in-time.ts'
import { parseJson } from '../base/json.ts'
import type { Origin, OriginRequest, OriginResponse } from '../base/origin.ts'
import { readBody } from '../base/read-body.ts'
import { countFrom, objectOf } from '../sources/systems/values.ts'
import { createListSearch } from './list-search.ts'
import { validateResponse } from './validate-response.ts'

/** A missing call is remembered, so that not every search costs a request more. */
const rememberedMs = 600_000

const tooManyRequests = 429

type OptionalSearchOptions = {
  sections: () => SiteSections
  /** Bytes of one response. */
  responseLimit: number
  /** Timeout of the search call; after it the lists are searched. */
  timeoutMs: number
  monotonic?: () => number
}

export function withOptionalSearch(origin: Origin, options: OptionalSearchOptions): Origin {
  const { sections, responseLimit, timeoutMs, monotonic = () => performance.now() } = options
  const searchLists = createListSearch({ send: origin.send, sections, responseLimit, timeoutMs })
  let missingUntil = Number.NEGATIVE_INFINITY
  const isMissing = () => monotonic() < missingUntil

  /** Undefined for anything but a search result. */
  async function search(request: OriginRequest): Promise<OriginResponse | undefined> {
    const response = await inTime(origin.send({ ...request, timeoutMs }), timeoutMs, calls.search.path)
    const { status, headers } = response
    if (status === 304 || status === tooManyRequests) return response
    const body = await readBody(response.body, responseLimit, timeoutMs)
    if (status === 404) missingUntil = monotonic() + rememberedMs
    const result = validateResponse({ name: 'search', params: {} }, status, headers, body, parseJson)
    return 'data' in result && isSearch(result.data) ? { status, headers, body } : undefined
  }

  return {
    ...origin,
    async send(request) {
      if (splitUrl(request.path).pathname !== calls.search.path || request.method !== 'GET')
        return origin.send(request)
      const response = isMissing() ? undefined : await search(request).catch(unlessOverloaded)
      // After a failure the next search is better.
      return response ?? searchLists(request, isMissing())
    },
  }
}

/** The lists would add to it. */
function unlessOverloaded(error: unknown): undefined {
  if (isOverload(error)) throw error
}

/** The reader of the call checks the rest. */
function isSearch(data: unknown): boolean {
  const { list, total } = objectOf(data)
  return Array.isArray(list) && countFrom(total) !== undefined
}
