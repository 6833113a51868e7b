// Upstream form response: message and field errors for the visitor.
import { errorMessage } from '../../shared/api/request.ts'
import type { FormErrors } from '../../shared/form.ts'
import { recordIn } from '../base/json.ts'

/** The error message; empty where there is none or the body is no envelope. */
export function reasonIn(body: string): string {
  const record = recordIn(body)
  return errorMessage(record) || (typeof record['msg'] === 'string' ? record['msg'] : '')
}

/** The error messages by field. */
export function errorsIn(body: string): FormErrors {
  const { errors } = recordIn(body)
  if (typeof errors !== 'object' || errors === null) return {}
  const texts = Object.entries(errors).map(([field, reasons]) => [
    field,
    Array.isArray(reasons) ? reasons.join(' ') : String(reasons),
  ])
  return Object.fromEntries(texts)
}
