// The network of the visitor whose request is being handled, for the concurrency limit of the origin.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Visitors = ReturnType<typeof createVisitors>

export function createVisitors() {
  const storage = new AsyncLocalStorage<string | undefined>()
  return {
    /** Runs `work`, and everything that it starts, for this network: see `networkOf` in base/client-address.ts. */
    run: <T>(network: string | undefined, work: () => T): T => storage.run(network, work),
    /** That of the current call; for a shared flight, of the one that started it. */
    network: () => storage.getStore(),
  }
}
