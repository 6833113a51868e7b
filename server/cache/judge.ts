// Whether an answer to a known call is what it claims to be, and how long such an answer lives by default.

import { parsedBody } from './parsed-body.ts'
import type { KnownCall, Lifetime } from './policy.ts'
import { missingLifetime, policies, refusedLifetime } from './policy.ts'
import { type Fields, field } from './semantics/fields.ts'

/** `longest`: the origin's own caching fields count only as far as they are shorter. */
export type Verdict = { lifetime: Lifetime | undefined } | { longest: Lifetime } | { problem: string }

export function judge(call: KnownCall, status: number, fields: Fields, body: Buffer): Verdict {
  if (status === 404) return { lifetime: missingLifetime }
  if (status < 200 || status > 299) return { lifetime: undefined }
  const type = field(fields, 'content-type') ?? ''
  // Without a type the body speaks for itself.
  if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return { problem: `${type} instead of JSON` }
  const envelope = parsedBody(body)
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope))
    return { problem: 'no JSON envelope' }
  const { success, data, code } = envelope as { success?: unknown; data?: unknown; code?: unknown }
  if (success !== true) return { longest: code === 404 ? missingLifetime : refusedLifetime }
  if (data === null) return { longest: missingLifetime }
  const policy = policies[call.name]
  return { lifetime: policy === 'never stored' ? undefined : policy }
}
