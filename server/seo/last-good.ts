// Something made from the origin's answers that is good for a while, and the last good one while the origin fails.

type Options<T> = {
  make: () => Promise<T>
  /** Younger is fresh; up to `staleMs` more it is used while the next one is made behind. */
  freshMs: number
  staleMs: number
  /** No new attempt so soon after one that failed. */
  pauseMs?: number
  /** Milliseconds of a clock that nobody sets. */
  monotonic: () => number
  /** Told of an attempt that failed while there is a last good one. */
  onFailure: (error: unknown) => void
}

/** Rejects only where there never was a good one. */
export function createLastGood<T>({
  make,
  freshMs,
  staleMs,
  pauseMs = 10_000,
  monotonic,
  onFailure,
}: Options<T>) {
  let last: { value: T; madeAt: number } | undefined
  let making: Promise<T> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const renew = (): Promise<T> => {
    making ??= make()
      .then((value) => {
        last = { value, madeAt: monotonic() }
        return value
      })
      .finally(() => {
        making = undefined
      })
    return making
  }

  const renewOr = (good: T): Promise<T> =>
    renew().catch((error) => {
      failedAt = monotonic()
      onFailure(error)
      return good
    })

  return async (): Promise<T> => {
    if (!last) return renew()
    const { value, madeAt } = last
    const age = monotonic() - madeAt
    if (age <= freshMs || monotonic() - failedAt < pauseMs) return value
    const renewed = renewOr(value)
    return age <= freshMs + staleMs ? value : renewed
  }
}
