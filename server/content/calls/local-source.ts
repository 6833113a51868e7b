// Embedded content API: the contract of /api/home/* and the media, served from a folder.
import { type CallName, callOf } from '../../../shared/api/calls.ts'
import { requestTimeoutMs } from '../../../shared/constants.ts'
import { apiError, isOverload } from '../../../shared/errors.ts'
import type { ContentRequest, LocalSource } from '../../base/content-source.ts'
import { inTime } from '../../base/in-time.ts'
import { lifetimeUntil, policyOf, sharedCacheControl } from '../../upstream/call-policy.ts'
import type { Log } from '../markdown/problem.ts'
import type { CurrentContent } from '../store/current-content.ts'
import { createFindMedia } from '../store/media.ts'
import type { ContentRepository } from '../store/repository.ts'
import { respond } from './api.ts'
import { type Call, type CallInput, calls } from './calls.ts'
import { failures, isFailure } from './failure.ts'
import { type SaveMessage, storeForm } from './form-call.ts'
import { mediaResponse } from './media-response.ts'

/** Closes the content. */
export function createLocalSource(
  content: CurrentContent,
  save: SaveMessage,
  { folder, log, now }: { folder: string; log: Log; now: () => number },
): LocalSource {
  const { repository } = content
  const findMedia = createFindMedia(folder)
  const all = { ...calls, form: (input: CallInput) => storeForm(input, { save, log }) }
  const api = {
    calls: all,
    sendMedia: (request: ContentRequest) =>
      mediaResponse(findMedia, request, (url, file) => repository().mediaDigest(url, file)),
    repository,
    fieldsOf(call: CallName) {
      const policy = policyOf(call)
      const lifetime = policy && lifetimeUntil(policy, content.reading().nextAt, now())
      return lifetime && { 'cache-control': sharedCacheControl(lifetime) }
    },
    log,
  }

  return {
    kind: 'local',
    // A file that cannot be read to its end would hold all later requests for it.
    send: (request) => inTime(respond(request, api), requestTimeoutMs, request.path.split('?')[0]!),
    read: readLocal(all, repository),
    form: () => repository().form(),
    mediaDigest: (url) => repository().mediaDigest(url),
    publicItems: (after) => repository().items.publicItems(after),
    moved: (path) => repository().moved(path),
    problems: () => content.reading().problems,
    contentUpdate: () => content.reading().update,
    nextAt: () => content.reading().nextAt,
    onChange: content.onChange,
    close: content.close,
  }
}

/** The business calls for pages, without HTTP: their data, whose texts are sanitised. An error is that of a response with the failure. */
function readLocal(calls: Record<CallName, Call>, repository: () => ContentRepository): LocalSource['read'] {
  return async ({ name, params, payload, locale }) => {
    const [param = ''] = Object.values(params)
    try {
      const input = { param, payload, lang: locale, headers: {}, repository: repository() }
      return await calls[name]({ ...input, text: 'safe' })
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
