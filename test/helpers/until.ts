// Waiting for something to become true, instead of for some time.
import { setTimeout as delay } from 'node:timers/promises'

const firstMs = 5
/** A condition of a whole system costs as much as what it waits for. */
const mostMs = 40

/** Rejects after a generous time limit. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { limitMs = 60_000, what = String(condition) } = {},
): Promise<void> {
  const end = performance.now() + limitMs
  for (let waitMs = firstMs; !(await condition()); waitMs = Math.min(mostMs, waitMs * 1.2)) {
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`)
    await delay(waitMs)
  }
}

/** Whether a GET has a status below 300. */
export function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
