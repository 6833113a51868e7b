// Deadline of a request: one signal for a timeout and for the caller's abort.
import { requestTimeoutMs } from '../../shared/constants.ts'
import { apiError } from '../../shared/errors.ts'

/** Rejects with ApiError `timeout` or `network` where there was no whole response. */
export async function withDeadline<T>(
  run: (signal: AbortSignal) => Promise<T>,
  abort?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const deadline = setTimeout(() => controller.abort('timeout'), requestTimeoutMs)
  abort?.addEventListener('abort', stop, { once: true })
  try {
    return await run(controller.signal)
  } catch (cause) {
    throw apiError(controller.signal.reason === 'timeout' ? 'timeout' : 'network', '', { cause })
  } finally {
    clearTimeout(deadline)
    abort?.removeEventListener('abort', stop)
  }
}
