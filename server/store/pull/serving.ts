// Serves what has been pulled: the folder is read after each step that has written to it, and when an item becomes due.
import type { FastifyBaseLogger } from 'fastify'
import type { PulledFolder } from './folder.ts'

/** The content over the folder. */
type ServedContent = {
  /** Resolves when the folder is served as it is now. */
  reload: () => Promise<void>
  /** When the next item appears or disappears, in milliseconds since 1970. */
  nextAt: () => number | undefined
}

type ServingOptions = {
  folder: Pick<PulledFolder, 'onChange'>
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Bounded: the system's clock may be set. Also between attempts after a failure. */
const checkMs = 1000

export function createServing({ folder, now, log }: ServingOptions) {
  let content: ServedContent | undefined
  /** Numbers of changes; `served`: undefined where the folder has not been read yet. */
  let [written, served]: [number, number | undefined] = [0, undefined]
  let running: { at: number; reading: Promise<void> } | undefined
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  folder.onChange((file) => {
    // A hidden file is no content.
    if (!file.startsWith('.')) written++
  })

  async function read({ reload }: ServedContent, at: number): Promise<void> {
    try {
      await reload()
      served = Math.max(served ?? 0, at)
      hasFailed = false
    } catch (err) {
      if (content && !hasFailed) log.warn({ err }, 'content reload failed, the previous content stays')
      hasFailed = true
    }
  }

  /** Several calls at once for the same changes are one reading. */
  async function reload(): Promise<void> {
    if (!content) return
    if (running?.at !== written) {
      const reading = { at: written, reading: read(content, written) }
      running = reading
      void reading.reading.then(() => {
        if (running === reading) running = undefined
      })
    }
    await running.reading
  }

  const isServed = () => served !== undefined && served >= written

  function schedule(): void {
    const dueMs = hasFailed ? checkMs : (content?.nextAt() ?? Number.POSITIVE_INFINITY) - now()
    timer = setTimeout(check, Math.max(0, Math.min(checkMs, dueMs)))
    timer.unref()
  }

  function check(): void {
    const isDue = served !== undefined && (content?.nextAt() ?? Number.POSITIVE_INFINITY) <= now()
    void (isDue || hasFailed ? reload() : Promise.resolve()).then(() => {
      if (content) schedule()
    })
  }

  return {
    /** `isRead`: it has read the folder, which was complete. */
    start(given: ServedContent, isRead: boolean): void {
      content = given
      if (isRead) served = 0
      schedule()
    },
    /** Resolves when what has been written is served, or could not be read, which is tried again. */
    publish: async (): Promise<void> => (isServed() ? undefined : reload()),
    /** Whether the folder has been read when it was complete. */
    isStarted: () => served !== undefined,
    close(): void {
      clearTimeout(timer)
      content = undefined
    },
  }
}
