// Response validation: whether a response to a business call is well-formed, and its default lifetime.
import { callOf } from '../../shared/api/calls.ts'
import { readEnvelope } from '../../shared/api/envelope.ts'
import { missingStatuses } from '../../shared/constants.ts'
import { type Fields, field } from '../base/fields.ts'
import {
  type KnownCall,
  type Lifetime,
  missingLifetime,
  policyOf,
  unsuccessfulLifetime,
} from './call-policy.ts'

/** `data`: of a success, checked before it is stored. `longest`: upper bound of the lifetime in the origin's own fields. */
export type ValidationResult =
  | { lifetime: Lifetime | undefined; data?: unknown }
  | { longest: Lifetime }
  /** As `longest`; what the envelope was expected to have. */
  | { longest: Lifetime; refused: string }
  | { problem: string }

export function validateResponse(
  call: KnownCall,
  status: number,
  fields: Fields,
  body: Buffer,
  parse: (body: Buffer) => unknown,
  lookup = callOf(call.name).lookup ?? false,
): ValidationResult {
  // Configuration, menu, blocks and lists always exist.
  if (missingStatuses.includes(status) && !lookup) return { problem: `status ${status}` }
  if (missingStatuses.includes(status)) return { lifetime: missingLifetime }
  if (status < 200 || status > 299) return { lifetime: undefined }
  const type = field(fields, 'content-type') ?? ''
  // Without a Content-Type the body decides.
  if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return { problem: `content-type ${type} instead of JSON` }
  const json = parse(body)
  const envelope = readEnvelope(json)
  if (!envelope) return { problem: `${expected}, got ${nameOf(json)}` }
  const { isSuccess, data, code } = envelope
  if (!isSuccess && code !== 404) return { longest: unsuccessfulLifetime, refused: refusalOf(json as object) }
  if (!isSuccess)
    return lookup
      ? { longest: missingLifetime }
      : { problem: 'envelope code 404 for a call that is not a lookup' }
  if (data === null && lookup) return { longest: missingLifetime }
  return { lifetime: policyOf(call.name), data }
}

const expected = 'expected {"success":true,"data":…}'

function nameOf(json: unknown): string {
  if (Array.isArray(json)) return `a list without an envelope${hint}`
  return json === undefined ? 'no JSON' : json === null ? 'null' : `a ${typeof json}`
}

/** What to do about data that are there. */
const hint = ': see shared/api/README.md'

/** An envelope of another kind, or data without one, are named. */
function refusalOf(envelope: object): string {
  const { success, code } = envelope as { success?: unknown; code?: unknown }
  if (success === false) return 'success: false'
  if (success === undefined && /^-?\w{1,20}$/.test(String(code ?? ''))) return `${expected}, got code ${code}`
  const keys = Object.keys(envelope)
    .filter((key) => /^\w{1,20}$/.test(key))
    .slice(0, 5)
  return `${expected}, got an object with ${keys.join(', ') || 'no keys'}${hint}`
}
