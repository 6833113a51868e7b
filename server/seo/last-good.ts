// Something made from the origin's answers that is good for a while, and the last good one while the origin fails.

type Options<T> = {
  make: () => Promise<T>
  /** Younger is fresh; up to `staleMs` more it is used while the next one is made behind. */
  freshMs: number
  staleMs: number
  /** No new attempt so soon after one that failed. */
  pauseMs?: number
  now: () => number
  /** Told of an attempt that failed while there is a last good one. */
  onFailure: (error: unknown) => void
}

/** Rejects only where there never was a good one. */
export function createLastGood<T>({ make, freshMs, staleMs, pauseMs = 10_000, now, onFailure }: Options<T>) {
  let last: { value: T; madeAt: number } | undefined
  let making: Promise<T> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const renew = (): Promise<T> => {
    making ??= make()
      .then((value) => {
        last = { value, madeAt: now() }
        return value
      })
      .finally(() => {
        making = undefined
      })
    return making
  }

  const renewOr = (good: T): Promise<T> =>
    renew().catch((error) => {
      failedAt = now()
      onFailure(error)
      return good
    })

  return async (): Promise<T> => {
    if (!last) return renew()
    const { value, madeAt } = last
    const age = now() - madeAt
    if (age <= freshMs || now() - failedAt < pauseMs) return value
    const renewed = renewOr(value)
    return age <= freshMs + staleMs ? value : renewed
  }
}
