// Files made from calls, such as feeds: stored in the cache like pages, and made again when a response that they use changes.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { CacheRequest, Made } from '../cache/cache-request.ts'
import type { Cache } from '../cache/engine.ts'
import { pageLifetime } from '../origin/call-policy.ts'
import { discoveryFields, etagOf, type MadeFile, type SendFile } from '../seo/send-discovery.ts'
import type { ApiSource } from './apis.ts'
import { createDependencies } from './dependencies.ts'
import type { PageSender } from './page-response.ts'

type Options = {
  cache: Pick<Cache, 'send' | 'serve' | 'dependencyTag'>
  apiSource: ApiSource
  pageSender: PageSender
  /** Part of the cache key. */
  build: string
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => number
}

export function createSendFile({ cache, apiSource, pageSender, build, log, now }: Options): SendFile {
  const makeFile = async (file: MadeFile, prefersFresh: boolean): Promise<Made> => {
    const { send, dependencyTag } = cache
    const dependencies = createDependencies({ send, dependencyTag, longest: pageLifetime, now, prefersFresh })
    const body = Buffer.from(await file.make(apiSource.tracked(dependencies).apis(file.locale)))
    const etag = etagOf(createHash('sha256').update(body))
    return {
      status: 200,
      fields: { ...file.fields, ...discoveryFields, etag },
      body,
      tags: [`path:${file.path}`, ...dependencies.tags],
      isComplete: true,
    }
  }

  return async (request, reply, file) => {
    const { path, locale } = file
    const lookup: CacheRequest = {
      key: `FILE ${path} ${build}`,
      tags: [`path:${path}`],
      call: undefined,
      locale,
      fill: { method: 'GET', path, headers: {} },
      make: (isRefresh) =>
        makeFile(file, isRefresh).catch((err: unknown) => {
          if (isRefresh) log.warn({ err, path }, 'feed not renewed')
          throw err
        }),
    }
    const stored = await cache.serve(lookup, pageSender.requestOf(request, lookup))
    // Undefined for private responses only, which its fields exclude.
    return pageSender.send(request, reply, stored!, lookup)
  }
}
