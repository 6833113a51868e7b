// Files made from calls, such as feeds: stored in the cache like pages, and made again when a response that they use changes.
import { createHash } from 'node:crypto'
import type { Made, MakeRequest } from '../cache/cache-request.ts'
import type { Cache } from '../cache/engine.ts'
import {
  discoveryFields,
  discoveryLifetime,
  etagOf,
  type MadeFile,
  type SendFile,
} from '../seo/send-discovery.ts'
import { fromStaleMs } from './dependencies.ts'
import type { PageSender } from './page-response.ts'
import type { Track } from './tracked.ts'

type SendFileOptions = {
  cache: Pick<Cache, 'serve'>
  track: Track
  pageSender: PageSender
  /** The end of the cache keys. */
  edition: () => string
}

export function createSendFile({ cache, track, pageSender, edition }: SendFileOptions): SendFile {
  const makeFile = async ({ path, locale, fields, make }: MadeFile, isRefresh: boolean): Promise<Made> => {
    const { dependencies, source } = track(isRefresh)
    try {
      const body = Buffer.from(await make(source.apis(locale)))
      const etag = etagOf(createHash('sha256').update(body))
      const isStale = dependencies.isStale()
      const age = isStale ? discoveryLifetime.fresh - fromStaleMs / 1000 : 0
      return {
        status: 200,
        fields: { ...fields, ...discoveryFields, etag },
        body,
        tags: [`path:${path}`, ...dependencies.tags],
        lifetime: { ...discoveryLifetime, age },
        isComplete: true,
        isStale,
      }
    } catch (err) {
      if (isRefresh) source.log.warn({ err, path }, 'feed not renewed')
      throw err
    }
  }

  return async (request, reply, file) => {
    const { path } = file
    const lookup: MakeRequest = {
      kind: 'page',
      key: `FILE ${path} ${edition()}`,
      tags: [`path:${path}`],
      make: (isRefresh) => makeFile(file, isRefresh),
    }
    const stored = await cache.serve(lookup, pageSender.requestOf(request))
    // Undefined for private responses only.
    return pageSender.send(request, reply, stored!)
  }
}
