// Checked call: a response to a business call becomes a result of the cache fill, or a failure of the origin. Business calls
// are small and have a known shape: they are read completely and checked before they are sent on.
import { contentProblem } from '../../shared/api/api.ts'
import { callOf } from '../../shared/api/calls.ts'
import type { Fields } from '../base/fields.ts'
import { parseJson } from '../base/json.ts'
import { type OriginError, originError } from '../base/origin-error.ts'
import {
  type KnownCall,
  missingLifetime,
  missingTag,
  policyOf,
  unsuccessfulLifetime,
} from '../origin/call-policy.ts'
import { contentTags } from '../origin/content-tags.ts'
import { type ValidationResult, validateResponse } from '../origin/validate-response.ts'
import type { CacheRequest } from './cache-request.ts'
import type { CallCheck } from './call-check.ts'
import { type Entry, entryOf, storedFields, type Times } from './entry.ts'
import type { FillResult, WholeResponse } from './fill-result.ts'
import {
  unstorableFields,
  withErrorLifetime,
  withLifetime,
  withoutCachingFields,
} from './response-lifetime.ts'

type CheckedCallOptions = {
  /** Without it the data are not checked. */
  check: CallCheck | undefined
  isOriginHealthy: () => Promise<boolean>
  /** Largest response that is stored, in bytes. */
  entryLimit: number
}

const unhealthy = 'configuration and menu fail as well'

export function createCheckedCall({ check, isOriginHealthy, entryLimit }: CheckedCallOptions) {
  /** Undefined for a response that is none. */
  const failureOf = async (
    { fill: { path }, locale }: CacheRequest,
    { name }: KnownCall,
    response: WholeResponse,
    result: ValidationResult,
    previous: Entry | undefined,
  ): Promise<OriginError | undefined> => {
    if ('problem' in result) {
      check?.report(name, path, { field: '', message: result.problem }, response)
      return originError('network', result.problem, response.status)
    }
    const wrong = 'data' in result && (await check?.read(name, locale, path, response.body, result.data))
    if (wrong) {
      check?.report(name, path, wrong, response)
      return originError('content', contentProblem(name, wrong))
    }
    if (!isMissing(result) || !previous || !existed(previous) || (await isOriginHealthy())) return undefined
    check?.report(name, path, { field: '', message: `no longer found, and ${unhealthy}` }, response)
    return originError('network', unhealthy)
  }

  return async (
    request: CacheRequest,
    call: KnownCall,
    response: WholeResponse,
    times: Times,
    previous: Entry | undefined,
  ): Promise<FillResult> => {
    const { status, headers, body } = response
    const lookup = callOf(call.name).lookup ?? check?.namesUnknownCategory(request.fill.path)
    const result = validateResponse(call, status, headers, body, check?.parse ?? parseJson, lookup)
    const error = await failureOf(request, call, response, result, previous)
    if (error) return { kind: 'error', error }
    if ('refused' in result)
      check?.report(call.name, request.fill.path, { field: '', message: result.refused }, response)
    // `success: false` is transient and does not replace a stored response.
    if ('longest' in result && result.longest === unsuccessfulLifetime && previous) {
      const unsuccessful = { ...response, headers: fieldsFor(result, storedFields(headers), times) }
      return { kind: 'error', error: originError('network', 'success: false'), response: unsuccessful }
    }
    const isByPolicy = check?.isByPolicy && ('data' in result || isMissing(result))
    const fields = fieldsFor(result, isByPolicy ? withoutCachingFields(headers) : headers, times)
    if ('data' in result) reportUnstored(check, request, fields, times)
    const entry = entryOf(tagged(request, call, result), times, { status, fields, body })
    if (!entry) return { kind: 'private', response }
    return { kind: 'entry', entry, outcome: 'miss', isStored: body.length <= entryLimit }
  }
}

/** Names a success that is of no use when the origin fails. */
export function reportUnstored(
  check: CallCheck | undefined,
  { call, fill: { path } }: CacheRequest,
  fields: Fields,
  { responseTime }: Times,
): void {
  const lifetime = call && policyOf(call.name)
  const unstorable = check && lifetime && unstorableFields(fields, lifetime, responseTime)
  if (unstorable) check.reportUnstored(call.name, path, unstorable)
}

function fieldsFor(result: ValidationResult, headers: Fields, { responseTime }: Times): Fields {
  return 'longest' in result
    ? withErrorLifetime(headers, result.longest, responseTime)
    : withLifetime(headers, 'lifetime' in result ? result.lifetime : undefined)
}

/** A purge can name responses that were "not found", and those that used an item. */
function tagged(request: CacheRequest, call: KnownCall, result: ValidationResult): CacheRequest {
  if (isMissing(result)) return { ...request, tags: [...request.tags, missingTag] }
  if (!('data' in result)) return request
  return {
    ...request,
    tags: [...request.tags, ...contentTags(call, request.fill, request.locale, result.data)],
  }
}

function isMissing(result: ValidationResult): boolean {
  const given = 'longest' in result ? result.longest : 'lifetime' in result && result.lifetime
  return given === missingLifetime
}

export function existed({ status, tags }: Entry): boolean {
  return status === 200 && !tags.includes(missingTag)
}
