// Upstream form response: message and field errors for the visitor.
import { errorMessage, fieldMessages, shownMessage } from '../../shared/api/error-message.ts'
import type { FormErrors } from '../../shared/form.ts'
import { recordIn } from '../base/json.ts'

/** The error message; empty where there is none or the body is no envelope. */
export function reasonIn(body: string): string {
  const record = recordIn(body)
  return errorMessage(record) || shownMessage(record['msg'])
}

/** The error messages by field. */
export function errorsIn(body: string): FormErrors {
  return fieldMessages(recordIn(body)['errors'], ' ')
}
