// Time limit of a promise.
import { apiError } from '../../shared/errors.ts'

/** Rejects with ApiError `timeout` where `promise` takes longer; `what` is for the message. What was started continues. */
export async function inTime<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const end = () => reject(apiError('timeout', `${what}: no response within ${ms} ms`))
  // What arrived while this process was busy is in time.
  const timer = setTimeout(() => setImmediate(end), ms)
  timer.unref()
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
