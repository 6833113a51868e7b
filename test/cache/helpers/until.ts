// Polls a condition, once in every iteration of the event loop; the test's own timeout is the limit.
import { setImmediate as turn } from 'node:timers/promises'

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn()
}
