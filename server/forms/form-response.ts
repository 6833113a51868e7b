// Form response: maps a submission result to a response, for the posted page and the JSON call.
import type { FormErrors } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import { referenceOf } from './reference.ts'
import type { UpstreamResponse } from './submission.ts'
import type { SubmissionResult } from './submission-service.ts'
import { errorsIn, reasonIn } from './upstream-result.ts'

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
      return { ...rejected(422, reasonIn(body), status), errors: errorsIn(body), upstream: result.response }
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
