// Form response: maps a submission result to a response, for the posted page and the JSON call.
import type { FormErrors } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { SubmissionResult } from './forms.ts'
import { recordIn, referenceOf, type UpstreamResponse } from './message.ts'
import { errorsIn, reasonIn } from './upstream.ts'

export type FormResponse = Accepted | Rejected

/** `upstream`: the content API's response, passed through to callers of the JSON call. */
type Accepted = { isAccepted: true; key: string; reference: string; upstream: UpstreamResponse | undefined }
type Rejected = {
  isAccepted: false
  /** The status of the page with the form, and of the JSON call (the contract has 400 where HTML has 422). */
  status: { page: number; call: number }
  /** The errors in the visitor's language; by field where there is one. */
  errors: FormErrors
  message: string
  retryAfterSeconds?: number
  upstream?: UpstreamResponse
}

const retryAfterSeconds = 30

export function formResponse(result: SubmissionResult, texts: Messages): FormResponse {
  switch (result.kind) {
    case 'accepted': {
      const { key, response } = result
      return { isAccepted: true, key, reference: referenceOf(key), upstream: response }
    }
    case 'invalid':
      return { ...rejected(422, texts['form.wrong'], 400), errors: result.errors }
    case 'returned': {
      const { status, body } = result.response
      const record = recordIn(body)
      const message = reasonIn(body) || texts['error.system']
      // A body without a message of its own, or that is a string, is completed for callers.
      const shown = JSON.stringify({ ...record, success: false, msg: message, message })
      const upstream = { status, body: reasonIn(JSON.stringify(record)) ? body : shown }
      return { ...rejected(422, message, status), errors: errorsIn(body), upstream }
    }
    case 'limited':
      return { ...rejected(429, texts['form.tooMany']), retryAfterSeconds: result.seconds }
    case 'key reused':
      return rejected(409, texts['error.system'])
    case 'lost':
      return { ...rejected(503, texts['form.notTaken']), retryAfterSeconds }
    default:
      return result satisfies never
  }
}

function rejected(page: number, message: string, call = page): Rejected {
  return { isAccepted: false, status: { page, call }, errors: {}, message }
}
