// Deadline of a request: one signal for a timeout and for the caller's abort.
import { requestTimeoutMs } from '../../shared/constants.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import { isNeedsDocument } from './load-payload.ts'

/** Rejects with ApiError `timeout` or `network` where there was no whole response; other errors are those of `run`. */
export async function withDeadline<T>(
  run: (signal: AbortSignal) => Promise<T>,
  abort?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const deadline = setTimeout(() => controller.abort(), requestTimeoutMs)
  try {
    return await run(abort ? AbortSignal.any([controller.signal, abort]) : controller.signal)
  } catch (cause) {
    if (isApiError(cause) || isNeedsDocument(cause)) throw cause
    throw apiError(controller.signal.aborted ? 'timeout' : 'network', '', { cause })
  } finally {
    clearTimeout(deadline)
  }
}
