// The states of pages that are being made, for visitors who would rather see the shell now than the whole later.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentState } from '../../shared/payload.ts'

type Shell = {
  watchers: number
  isOffered: boolean
  state: Promise<DocumentState>
  offer: (state: Promise<DocumentState>) => void
}

/** Another server may be making the page; its visitors are not kept waiting here for longer. */
const othersMs = 1000
/** Late parts that come this soon after the rest make the whole page as fast as the shell. */
const graceMs = 50

/** A new one each time: a promise that never settles keeps whoever waits for it. */
const never = () => new Promise<never>(() => {})

export function createShells() {
  const shells = new Map<string, Shell>()

  const create = (key: string): Shell => {
    const { promise, resolve } = Promise.withResolvers<DocumentState>()
    promise.catch(() => {})
    const shell: Shell = {
      watchers: 0,
      isOffered: false,
      state: promise,
      offer(state) {
        shell.isOffered = true
        resolve(state)
      },
    }
    shells.set(key, shell)
    return shell
  }

  return {
    /**
     * `state` resolves when a shell can be shown and the whole page had its chance; with undefined where no page is
     * made here. `leave` has to be called.
     */
    watch(key: string): { state: Promise<DocumentState | undefined>; leave: () => void } {
      const shell = shells.get(key) ?? create(key)
      shell.watchers++
      const left = new AbortController()
      const pause = <T>(ms: number, value: T) =>
        sleep(ms, value, { ref: false, signal: left.signal }).catch(never)
      const offered = shell.state.then(
        (state) => pause(graceMs, state),
        // Whoever waits for the page hears of it there.
        never,
      )
      const unoffered = pause(othersMs, undefined).then((nothing) => (shell.isOffered ? never() : nothing))
      const leave = () => {
        left.abort()
        shell.watchers--
        if (shell.watchers === 0 && shells.get(key) === shell) shells.delete(key)
      }
      return { state: Promise.race([offered, unoffered]), leave }
    },
    offer: (key: string, state: Promise<DocumentState>) => (shells.get(key) ?? create(key)).offer(state),
    end: (key: string) => void shells.delete(key),
  }
}
