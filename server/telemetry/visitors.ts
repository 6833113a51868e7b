// What the calls to the origin take from the request that is being handled: the visitor's network, for the concurrency limit,
// and Via.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Visitors = ReturnType<typeof createVisitors>

/** `network`: see `networkOf` in base/client-address.ts. `via`: the members to pass on, '' for none. */
type Visitor = { network: string | undefined; via: string }

export function createVisitors() {
  const storage = new AsyncLocalStorage<Visitor>()
  return {
    /** Runs `work`, and everything that it starts, for this visitor. */
    run: <T>(visitor: Visitor, work: () => T): T => storage.run(visitor, work),
    /** Those of the current call; for a shared flight, of the one that started it. */
    network: () => storage.getStore()?.network,
    via: () => storage.getStore()?.via,
  }
}
