// Follower: reads what other servers have changed, and again what webhooks have named while it could not be published.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ChangedEntry } from '../../sources/systems/source.ts'
import type { SharedCopy } from './shared-copy.ts'

type FollowerOptions = {
  copy: Pick<SharedCopy, 'publish' | 'follow' | 'isCurrent'>
  /** Reads what a webhook names, and publishes it. */
  change: (entry: ChangedEntry) => Promise<void>
  /** One step at a time. */
  alone: (work: () => Promise<void>) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds between readings; default: a second. */
  followMs?: number | undefined
  signal: AbortSignal
}

const defaultFollowMs = 1000
/** Webhooks that are read again; after more everything is. */
const mostMissed = 100

export function createFollower({
  copy,
  change,
  alone,
  log,
  followMs = defaultFollowMs,
  signal,
}: FollowerOptions) {
  const missed: ChangedEntry[] = []

  async function follow(): Promise<void> {
    await copy.follow()
    if (missed.length === 0 || !copy.isCurrent()) return
    for (const entry of missed.splice(0))
      await change(entry).catch((err: unknown) =>
        log.warn({ err, type: entry.type }, 'webhook: not read again'),
      )
  }

  return {
    /** Publishes for all servers what a webhook has named; false where there is too much to be read again. */
    async publish(entry: ChangedEntry): Promise<boolean> {
      if (await copy.publish()) return true
      if (missed.length === mostMissed) return false
      missed.push(entry)
      return true
    },
    /** Resolves when the signal has aborted. */
    async run(): Promise<void> {
      try {
        for (;;) {
          await sleep(followMs, undefined, { ref: false, signal })
          await alone(follow)
        }
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}
