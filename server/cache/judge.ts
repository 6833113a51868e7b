// Whether a response to a known call is what it claims to be, and how long such a response lives by default.

import { callOf } from '../../shared/api/calls.ts'
import { type Fields, field } from '../base/fields.ts'
import type { KnownCall, Lifetime } from '../origin/call-policy.ts'
import { missingLifetime, policies, refusedLifetime } from '../origin/call-policy.ts'
import { parseBody } from '../origin/parsed-body.ts'

/** `data`: of a success, to be read before it is stored. `longest`: the origin's own fields count only as far as they are shorter. */
export type Verdict =
  | { lifetime: Lifetime | undefined; data?: unknown }
  | { longest: Lifetime }
  | { problem: string }

/** RFC 9110 §15.5.5, §15.5.11. */
const missingStatuses = [404, 410]

export function judge(call: KnownCall, status: number, fields: Fields, body: Buffer): Verdict {
  const { lookup } = callOf(call.name)
  // Configuration, menu, blocks and lists are always there.
  if (missingStatuses.includes(status) && !lookup) return { problem: `status ${status}` }
  if (status === 404) return { lifetime: missingLifetime }
  if (status < 200 || status > 299) return { lifetime: undefined }
  const type = field(fields, 'content-type') ?? ''
  // Without a type the body speaks for itself.
  if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return { problem: `${type} instead of JSON` }
  const envelope = parseBody(body)
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope))
    return { problem: 'no JSON envelope' }
  const { success, data, code } = envelope as { success?: unknown; data?: unknown; code?: unknown }
  if (success !== true && code !== 404) return { longest: refusedLifetime }
  if (success !== true) return lookup ? { longest: missingLifetime } : { problem: 'code 404' }
  if (data === null && lookup) return { longest: missingLifetime }
  const policy = policies[call.name]
  return { lifetime: policy === 'never stored' ? undefined : policy, data }
}
