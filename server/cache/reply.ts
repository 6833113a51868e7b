// What a visitor gets of something that was asked of the origin.

import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { discard } from '../origin/discard.ts'
import { answerFrom, type CacheResponse } from './answer.ts'
import { cacheStatus, withCacheStatus } from './cache-status.ts'
import type { Filled } from './fill.ts'

type Options = {
  now: number
  /** Several visitors waited for the same answer, and this is not the one who asked. */
  isCollapsed: boolean
  /** There was an entry that could not be used without asking. */
  wasFound: boolean
}

/** Throws OriginError where the origin gave no answer. */
export function replyFrom(
  filled: Filled,
  request: OriginRequest,
  { now, isCollapsed, wasFound }: Options,
): CacheResponse {
  const reason = wasFound ? 'stale' : 'uri-miss'
  const told = (status: number, isStored: boolean) =>
    cacheStatus.forwarded({ reason, status, isStored, isCollapsed })
  switch (filled.kind) {
    case 'entry': {
      const { entry, outcome, isStored } = filled
      return answerFrom(entry, request, now, told(outcome === 'revalidated' ? 304 : entry.status, isStored))
    }
    case 'live': {
      const { status, fields } = filled.head
      const body = request.method === 'HEAD' ? empty : filled.broadcast.subscribe()
      return { status, headers: withCacheStatus(fields, told(status, true)), body }
    }
    case 'private':
      return whole(filled.response, request, told(filled.response.status, false))
    case 'error':
      if (!filled.response) throw filled.error
      return whole(filled.response, request, told(filled.response.status, false))
    default:
      return filled satisfies never
  }
}

const empty = Buffer.alloc(0)

function whole(response: OriginResponse, request: OriginRequest, status: string): OriginResponse {
  const headers = withCacheStatus(response.headers, status)
  if (request.method !== 'HEAD') return { ...response, headers }
  // It was asked for with GET.
  discard(response)
  return { ...response, headers, body: empty }
}
