// Purges that come while an answer is on its way: it may be from before them.

import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import type { Entry } from './entry.ts'

const mostRemembered = 1000

/** Remembers the latest purges; `at` of an earlier `moment()` asks for those since. */
export function createPurgeWatch() {
  let count = 0
  let purges: { target: PurgeTarget; mode: PurgeMode }[] = []
  return {
    moment: () => count,
    note(target: PurgeTarget, mode: PurgeMode) {
      count++
      purges = [...purges.slice(1 - mostRemembered), { target, mode }]
    },
    /** The strictest purge since `moment` that means this entry. */
    since(moment: number, entry: Entry): PurgeMode | undefined {
      if (moment === count) return undefined
      if (count - moment > purges.length) return 'hard'
      const modes = purges
        .slice(moment - count)
        .flatMap(({ target, mode }) => (means(target, entry) ? [mode] : []))
      return modes.includes('hard') ? 'hard' : modes[0]
    },
  }
}

/** Whether a purge is about a key with these tags. */
export function means(target: PurgeTarget, { key, tags }: Pick<Entry, 'key' | 'tags'>): boolean {
  if (target.kind === 'all') return true
  return target.kind === 'tag' ? tags.includes(target.tag) : key.startsWith(target.prefix)
}
