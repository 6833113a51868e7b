// What becomes of a submission as a response: the one mapping behind the posted page and the JSON call.
import type { FormErrors } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Answer } from './submission.ts'
import type { Taken } from './submission-service.ts'
import { errorsIn, reasonIn, referenceIn } from './upstream-result.ts'

export type FormResponse = Accepted | Rejected

/** `upstream`: the content API's own response, which callers get as it is. */
type Accepted = { isAccepted: true; key: string; reference: string; upstream: Answer | undefined }
type Rejected = {
  isAccepted: false
  /** Of the page shown again, and of the JSON call (the contract has 400 where HTML has 422). */
  status: { page: number; call: number }
  /** In the visitor's language; by field where there is one. */
  errors: FormErrors
  message: string
  retryAfterSeconds?: number
  upstream?: Answer
}

const retryAfterSeconds = 30

export function formResponse(result: Taken, texts: Messages): FormResponse {
  switch (result.kind) {
    case 'accepted': {
      const { key, answer } = result
      return { isAccepted: true, key, reference: referenceIn(answer?.body) ?? key, upstream: answer }
    }
    case 'invalid':
      return { ...rejected(422, texts['form.wrong'], 400), errors: result.errors }
    case 'returned': {
      const { status, body } = result.answer
      return { ...rejected(422, reasonIn(body), status), errors: errorsIn(body), upstream: result.answer }
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
