// Files made from calls, such as feeds: stored in the shared cache like pages, and made again when a response that they use changes.
import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/locale.ts'
import type { CacheRequest, Made } from '../cache/cache-request.ts'
import type { Encodings } from '../cache/encodings.ts'
import type { Cache } from '../cache/engine.ts'
import { pageLifetime } from '../origin/call-policy.ts'
import type { SendFile } from '../seo/send-discovery.ts'
import { discoveryFields, etagOf } from '../seo/send-discovery.ts'
import type { ApiSource } from './apis.ts'
import { createDependencies } from './dependencies.ts'
import { createPageSender } from './page-response.ts'

type Options = {
  cache: Pick<Cache, 'send' | 'serve' | 'dependencyTag'>
  apiSource: ApiSource
  encodings: Encodings
  /** Part of the cache key. */
  build: string
  now: () => number
}

export function createSendFile({ cache, apiSource, encodings, build, now }: Options): SendFile {
  const sender = createPageSender({ encodings, onHit() {} })
  return async (request, reply, { path, type, locale, make }) => {
    const makeFile = async (isRefresh: boolean): Promise<Made> => {
      const dependencies = createDependencies({
        ...{ send: cache.send, dependencyTag: cache.dependencyTag, now },
        longest: pageLifetime,
        prefersFresh: isRefresh,
      })
      const body = Buffer.from(await make(apiSource.tracked(dependencies).apis(locale)))
      const fields = {
        ...discoveryFields,
        'content-type': type,
        etag: etagOf(createHash('sha256').update(body)),
      }
      return { status: 200, fields, body, tags: [`path:${path}`, ...dependencies.tags], isComplete: true }
    }
    const lookup = lookupOf(path, locale, build, makeFile)
    const stored = await cache.serve(lookup, sender.requestOf(request, lookup))
    // Never private, by its fields.
    return sender.send(request, reply, stored!, lookup)
  }
}

function lookupOf(path: string, locale: Locale, build: string, make: CacheRequest['make']): CacheRequest {
  return {
    key: `FILE ${path} ${build}`,
    ...{ tags: [`path:${path}`], call: undefined, locale },
    fill: { method: 'GET', path, headers: {} },
    ...(make && { make }),
  }
}
