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
  /** Version of the content; a value of another one is made again before it is used. */
  version: () => string
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
  version,
  onFailure,
}: Options<T>) {
  let last: { value: T; madeAt: number; version: string } | undefined
  let making: { promise: Promise<T>; version: string } | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const begin = (version: string) => {
    const begun = {
      version,
      promise: make()
        .then((value) => {
          if (making === begun) last = { value, madeAt: monotonic(), version }
          return value
        })
        .finally(() => {
          if (making === begun) making = undefined
        }),
    }
    return begun
  }

  const renew = (): Promise<T> => {
    const current = version()
    if (making?.version !== current) making = begin(current)
    return making.promise
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
    const isSame = last.version === version()
    if ((isSame && age <= freshMs) || monotonic() - failedAt < pauseMs) return value
    const renewed = renewOr(value)
    return isSame && age <= freshMs + staleMs ? value : renewed
  }
}
