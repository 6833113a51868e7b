// What ends a call before its answer: its deadline, or the visitor it is made for, who left.

export type Ending = {
  /** Undefined while the call may go on. */
  reason: () => unknown
  isTimeout: () => boolean
  /** Tells `listener`, and no longer the one before; a call does one thing at a time. */
  tell: (listener: () => void) => void
  /** Tells `listener` no longer, where it is still the one. */
  forget: (listener: () => void) => void
  /** The answer is there: from now on only the visitor ends it. */
  stopClock: () => void
}

/** An AbortController for every call would cost as much as the rest of what is done for it here. */
export function createEnding(timeoutMs: number, visitor: AbortSignal | undefined): Ending {
  let timeout: Error | undefined
  let listener: (() => void) | undefined
  const left = () => listener?.()
  const timer = setTimeout(() => {
    timeout = new Error(`no answer within ${timeoutMs} ms`)
    listener?.()
  }, timeoutMs)
  return {
    reason: () => timeout ?? (visitor?.aborted ? visitor.reason : undefined),
    isTimeout: () => timeout !== undefined,
    tell(next) {
      listener = next
      visitor?.addEventListener('abort', left)
    },
    forget(over) {
      if (listener !== over) return
      listener = undefined
      visitor?.removeEventListener('abort', left)
    },
    stopClock: () => clearTimeout(timer),
  }
}

/** Rejects with the reason where the call ends before `ms` are over. */
export function pause(ms: number, ending: Ending): Promise<void> {
  if (ending.reason() !== undefined) return Promise.reject(ending.reason())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    reject(ending.reason())
  }
  const timer = setTimeout(() => {
    ending.forget(end)
    resolve()
  }, ms)
  ending.tell(end)
  return promise
}
