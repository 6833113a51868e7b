// The business calls over the store, without HTTP: their data for pages, whose texts are sanitised.
import { type CallName, callOf } from '../../../shared/api/calls.ts'
import { apiError, isOverload } from '../../../shared/errors.ts'
import type { ReadLocal } from '../../base/content-source.ts'
import type { ContentRepository } from '../store/repository.ts'
import type { Call } from './calls.ts'
import { failures, isFailure } from './failure.ts'

/** An error is that of a response with the failure. */
export function createReadLocal(
  calls: Record<CallName, Call>,
  repository: () => ContentRepository,
): ReadLocal {
  return async ({ name, params, payload, locale }) => {
    const [param = ''] = Object.values(params)
    try {
      return await calls[name]({ param, payload, lang: locale, headers: {}, repository: repository() })
    } catch (cause) {
      if (isOverload(cause)) throw cause
      const { status, [locale]: message } = failures[isFailure(cause) ? cause.kind : 'broken']
      const { lookup, path } = callOf(name)
      throw status === 404 && lookup
        ? apiError('missing', message, { status, cause })
        : apiError('http', `${path}: ${message}`, { status, cause })
    }
  }
}
