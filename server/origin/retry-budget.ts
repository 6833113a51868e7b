// Retries are a share of the requests, so that a failing origin is not asked much more than a healthy one.

export type RetryBudget = {
  /** To be called for every request. */
  deposit: () => void
  /** Whether one more attempt may be made now; takes it if so. */
  withdraw: () => boolean
}

type Options = { share?: number; reserve?: number }

/** Total attempts stay below (1 + share) × requests + reserve. */
export function createRetryBudget({ share = 0.2, reserve = 10 }: Options = {}): RetryBudget {
  let tokens = reserve
  return {
    deposit() {
      tokens = Math.min(reserve, tokens + share)
    },
    withdraw() {
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
