// Purges that could not be told to the others yet.
import type { Purge } from './purge-message.ts'

const mostUnsent = 1000

export function createUnsent() {
  let purges: Purge[] = []
  return {
    /** Too many of them become one of everything. */
    add(purge: Purge) {
      purges.push(purge)
      if (purges.length <= mostUnsent) return
      const isHard = purges.some(({ mode }) => mode === 'hard')
      purges = [{ target: { kind: 'all' }, mode: isHard ? 'hard' : 'soft' }]
    },
    next: () => purges[0],
    sent(purge: Purge) {
      purges = purges.filter((other) => other !== purge)
    },
    takeAll(): Purge[] {
      const taken = purges
      purges = []
      return taken
    },
  }
}
