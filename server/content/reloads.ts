// Reload scheduler: debounces changes of the content folder, one reload at a time, with a retry.
import type { Log } from './problem.ts'
import type { WatchFolder } from './watch-folder.ts'

type ReloadsOptions = {
  folder: string
  watch: WatchFolder
  /** Rejects when the folder cannot be read. */
  reload: () => Promise<void>
  log: Log
}

/** Debounce: one save is several events, and a copied folder is many. */
const quietMs = 100
/** A folder that is being replaced is missing for a moment, and no event follows when it is back. */
const retryMs = 1000

/** Changes during a reload start another one. Rejects where the folder cannot be watched. */
export async function createReloads({ folder, watch, reload, log }: ReloadsOptions) {
  let watching = await watch(folder, changed)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failing = false
  let closed = false

  function changed(): void {
    schedule(quietMs)
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(begin, delayMs)
  }

  function begin(): void {
    if (running) {
      schedule(quietMs)
      return
    }
    running = attempt().finally(() => {
      running = undefined
    })
  }

  async function attempt(): Promise<void> {
    try {
      // Watched first, so that a change during the reload is not missed.
      const next = await watch(folder, changed)
      watching.close()
      watching = next
      await reload()
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err, folder }, 'content reload failed, the previous content stays')
      failing = true
      schedule(retryMs)
    }
  }

  return {
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
      watching.close()
    },
  }
}
