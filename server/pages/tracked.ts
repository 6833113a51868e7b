// Tracked source: the calls of one page or file, and what they depend on.
import type { FastifyBaseLogger } from 'fastify'
import type { Cache } from '../cache/engine.ts'
import { pageLifetime } from '../upstream/call-policy.ts'
import type { ApiSource, PageApis } from './apis.ts'
import { createDependencies, type Dependencies } from './dependencies.ts'

type TrackedOptions = {
  send: Cache['send']
  apiSource: ApiSource
  /** See Dependencies. */
  nextAt: (() => number | undefined) | undefined
  log: FastifyBaseLogger
  now: () => number
}

/** `prefersFresh`: no request waits for the page. */
export type Track = (prefersFresh: boolean) => {
  dependencies: Dependencies
  source: PageApis & { log: FastifyBaseLogger }
}

export function createTracked({ send, apiSource, nextAt, log, now }: TrackedOptions): Track {
  return (prefersFresh) => {
    const dependencies = createDependencies({
      send,
      longest: pageLifetime,
      now,
      nextAt,
      prefersFresh,
    })
    return { dependencies, source: { log, ...apiSource.tracked(dependencies) } }
  }
}
