// Outbox worker: polls an outbox, claims due submissions and starts their delivery.
import type { FastifyBaseLogger } from 'fastify'
import type { Attempts } from './attempts.ts'
import type { Outbox } from './outbox.ts'

type WorkerOptions = {
  outbox: Outbox
  attempts: Attempts
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  pollMs?: number
}

const maxAtOnce = 4

export function createWorker({ outbox, attempts, log, pollMs = 1000 }: WorkerOptions) {
  let isUnavailable = false
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let isClosed = false

  const claimDue = async () => {
    const free = maxAtOnce - attempts.count()
    if (free <= 0) return
    const due = await outbox.claim(free)
    for (const claimed of due) attempts.begin(outbox, claimed, false)
    if (isUnavailable) log.info({ outbox: outbox.name }, 'form outbox readable again')
    isUnavailable = false
  }

  const poll = async () => {
    await claimDue().catch((error: Error) => {
      if (!isUnavailable) log.warn({ outbox: outbox.name, reason: error.message }, 'form outbox not readable')
      isUnavailable = true
    })
    schedule(pollMs)
  }

  const schedule = (ms: number) => {
    if (isClosed) return
    timer = setTimeout(() => {
      polling = poll()
    }, ms)
    timer.unref()
  }
  schedule(0)

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await polling
    },
  }
}
