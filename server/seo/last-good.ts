// Last good value: a derived value with stale-while-revalidate and stale-if-error.

type Options<T> = {
  make: () => Promise<T>
  /** Fresh until this age; for another `staleMs` it is used while the next one is made in the background. */
  freshMs: number
  staleMs: number
  /** Pause after a failed attempt. */
  pauseMs?: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** Called for a failed attempt while there is a last good value. */
  onFailure: (error: unknown) => void
}

/** The returned function rejects only while there is no good value yet. */
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
