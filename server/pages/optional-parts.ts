// Parts that a page can do without: none of them delays it for long.
import { apiError, isApiError } from '../../shared/errors.ts'

/** A page in one language does not wait longer for news of the other one. */
const otherLanguageMs = 1000

/** Rejects with ApiError `timeout` where `part` takes longer. The call goes on, and the next page finds its response stored. */
export async function inTime<T>(part: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(apiError('timeout', `no part of a page after ${ms} ms`)), ms)
  timer.unref()
  return Promise.race([part, late]).finally(() => clearTimeout(timer))
}

/** False only where the origin said so in time; `onGap` is called where it did not say anything. */
export async function existsInOther(lookup: Promise<unknown>, onGap = () => {}): Promise<boolean> {
  try {
    await inTime(lookup, otherLanguageMs)
    return true
  } catch (error) {
    if (isApiError(error) && error.kind === 'missing') return false
    onGap()
    return true
  }
}
