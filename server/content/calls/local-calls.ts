// The business calls over the store, without HTTP: their data for pages, whose texts are sanitised.
import { type CallName, callOf } from '../../../shared/api/calls.ts'
import { apiError, isOverload } from '../../../shared/errors.ts'
import { queryString, type RepeatableQuery } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ReadLocal } from '../../base/content-source.ts'
import type { TextForm } from '../store/items.ts'
import type { ContentRepository } from '../store/repository.ts'
import type { Call } from './calls.ts'
import { failures, isFailure } from './failure.ts'

type LocalCallsOptions = {
  calls: Record<CallName, Call>
  repository: (text: TextForm) => ContentRepository
}

const none = new URLSearchParams()

export function createReadLocal({ calls, repository }: LocalCallsOptions): ReadLocal {
  return async (call) => {
    const { name, params, payload, locale } = call
    const isGet = callOf(name).method === 'GET'
    try {
      return await calls[name].read({
        param: Object.values(params)[0] ?? '',
        query: isGet ? new URLSearchParams(queryString(payload as RepeatableQuery)) : none,
        body: isGet ? {} : payload,
        lang: locale,
        headers: {},
        repository: repository('safe'),
      })
    } catch (error) {
      if (isOverload(error)) throw error
      throw ownError(name, locale, error)
    }
  }
}

/** The error is that of a response with the failure. */
function ownError(name: CallName, locale: Locale, cause: unknown): Error {
  const { status, ...words } = failures[isFailure(cause) ? cause.kind : 'broken']
  if (status === 404 && callOf(name).lookup) return apiError('missing', words[locale], { status, cause })
  return apiError('http', `${callOf(name).path}: ${words[locale]}`, { status, cause })
}
