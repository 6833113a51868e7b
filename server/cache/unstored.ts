// What is known for some seconds of keys without a stored response: that the origin failed (negative cache), or that the
// response is private to one visitor (hit-for-pass).
import { isOverload } from '../../shared/errors.ts'
import { createExpiringMap } from './expiring-map.ts'
import type { FillResult } from './fill.ts'

type Failure = FillResult & { kind: 'error' }

/** How long a failure is repeated for its key without a request to the origin. */
const failureMs = 2000
/** How long requests for a key whose response cannot be shared are forwarded without waiting for each other. */
const privateMs = 10_000

/** `monotonic` in milliseconds. */
export function createUnstored(monotonic: () => number) {
  const failures = createExpiringMap<Failure>(monotonic, ({ response }) => response?.body.length ?? 0)
  const privates = createExpiringMap<true>(monotonic)
  return {
    failure: (key: string): Failure | undefined => failures.get(key),
    isPrivate: (key: string): boolean => privates.get(key) === true,
    add(key: string, result: FillResult): void {
      // Too many waiting calls of one client say nothing about the next client's.
      if (result.kind === 'error' && !isOverload(result.error)) failures.set(key, result, failureMs)
      if (result.kind === 'private') privates.set(key, true, privateMs)
    },
  }
}
