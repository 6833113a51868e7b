// The envelope of a business call: `{ success, data }`, or `{ code, data }` as other contracts have it.
import type { FieldErrors } from '../errors.ts'
import { isRecord } from '../is-record.ts'

/** The codes of success in contracts without `success`. */
const successCodes: unknown[] = [0, 200, '0', '200']

/** Undefined for anything but an object. */
export function readEnvelope(
  body: unknown,
): { isSuccess: boolean; data: unknown; code: unknown; msg: string } | undefined {
  if (!isRecord(body)) return undefined
  const { success, data, code, msg } = body
  const isOther = success === undefined && data !== undefined && successCodes.includes(code)
  return { isSuccess: success === true || isOther, data, code, msg: typeof msg === 'string' ? msg : '' }
}

/** The response to a rejected call. `message` is what the wrapper of the calls shows, `errors` comes before it. */
export function errorEnvelope(message: string, errors?: FieldErrors): object {
  return { success: false, data: null, msg: message, errors, message }
}
