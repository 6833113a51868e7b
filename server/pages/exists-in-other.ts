// Whether an item has another language, without making a page wait for the answer.
import { setTimeout as sleep } from 'node:timers/promises'
import { isApiError } from '../../shared/errors.ts'

/** A page in one language does not wait longer for news of the other one. */
const patienceMs = 1000

/** False only where the origin said so in time; `onGap` hears of it where it said nothing. */
export async function existsInOther(lookup: Promise<unknown>, onGap = () => {}): Promise<boolean> {
  const found = lookup.then(
    () => true,
    (error) => (isApiError(error) && error.kind === 'missing' ? false : undefined),
  )
  const inTime = await Promise.race([found, sleep(patienceMs, undefined, { ref: false })])
  if (inTime === undefined) onGap()
  return inTime ?? true
}
