// An end to waiting for Redis.

/** Rejects where `work` takes longer. An answer that came while this process itself was busy is in time. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
