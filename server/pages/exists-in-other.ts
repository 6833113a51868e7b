// Whether an item has another language, without making a page wait for the answer.
import { setTimeout as sleep } from 'node:timers/promises'
import { isApiError } from '../../shared/errors.ts'

/** A page in one language does not wait longer for news of the other one. */
const patienceMs = 200

/** False only where the origin said so in time. */
export function existsInOther(lookup: Promise<unknown>): Promise<boolean> {
  const found = lookup.then(
    () => true,
    (error) => !(isApiError(error) && error.kind === 'missing'),
  )
  return Promise.race([found, sleep(patienceMs, true, { ref: false })])
}
