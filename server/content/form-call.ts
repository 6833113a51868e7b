// The call that takes a form.

import type { Asked, Call } from './call.ts'
import { failure } from './failure.ts'
import { readFormFields } from './form-fields.ts'
import type { FormStore } from './form-store.ts'
import type { Log } from './problem.ts'

const nameLimit = 64
const keyLimit = 255

/** Answers only for what is on the disk. */
export function createFormCall({ store, log }: { store: FormStore; log: Log }): Call['answer'] {
  return ({ param: name, body, lang, headers }: Asked) => {
    const idempotencyKey = headers['idempotency-key'] || undefined
    if ([...name].length > nameLimit || /\p{Cc}/u.test(name)) throw failure('malformed')
    if (idempotencyKey && idempotencyKey.length > keyLimit) throw failure('malformed')
    const fields = readFormFields(body, lang)
    const flags = (headers['form-flags'] ?? '').replace(/[^a-z -]/g, '').slice(0, keyLimit)
    const saved = save({ name, idempotencyKey, body: canonical(fields), flags })
    if (saved === 'key reused') throw failure('keyReused')
    return saved
  }

  function save(submission: Parameters<FormStore['save']>[0]): ReturnType<FormStore['save']> {
    try {
      return store.save(submission)
    } catch (err) {
      log.error({ err }, 'form submission not stored')
      throw failure('notStored')
    }
  }
}

// A repeated submission is the same one whatever the order of its fields.
function canonical(fields: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
}
