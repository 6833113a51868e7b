// Waiting for something to become true, instead of for some time.
import { setTimeout as delay } from 'node:timers/promises'

const everyMs = 5

/** Rejects after a generous time limit. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { limitMs = 60_000, what = String(condition) } = {},
): Promise<void> {
  const end = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`)
    await delay(everyMs)
  }
}
