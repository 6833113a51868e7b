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
  /** Numbers of changes; `served`: -1 where the folder has not been read yet. */
  let [written, served] = [0, -1]
  let running: { at: number; reading: Promise<void> } | undefined
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  folder.onChange((file) => {
    // A hidden file is no content.
    if (!file.startsWith('.')) written++
  })

  async function read({ reload }: ServedContent): Promise<void> {
    const at = written
    try {
      await reload()
      served = Math.max(served, at)
      hasFailed = false
    } catch (err) {
      if (content && !hasFailed) log.warn({ err }, 'content reload failed, the previous content stays')
      hasFailed = true
    }
    if (running?.at === at) running = undefined
  }

  /** Several calls at once for the same changes are one reading. */
  async function reload(): Promise<void> {
    if (!content) return
    if (running?.at !== written) running = { at: written, reading: read(content) }
    await running.reading
  }

  const isStarted = () => served >= 0
  /** The time until the next item appears or disappears, in milliseconds. */
  const untilNext = () => (content?.nextAt() ?? Number.POSITIVE_INFINITY) - now()

  async function check(): Promise<void> {
    if (hasFailed || (isStarted() && untilNext() <= 0)) await reload()
    if (!content) return
    const ms = hasFailed ? checkMs : Math.max(0, Math.min(checkMs, untilNext()))
    timer = setTimeout(check, ms).unref()
  }

  return {
    /** `isRead`: it has read the folder, which was complete. */
    start(given: ServedContent, isRead: boolean): void {
      content = given
      if (isRead) served = 0
      void check()
    },
    /** Resolves when what has been written is served, or could not be read, which is tried again. */
    publish: async (): Promise<void> => (served >= written ? undefined : reload()),
    /** Whether the folder has been read when it was complete. */
    isStarted,
    close(): void {
      clearTimeout(timer)
      content = undefined
    },
  }
}
