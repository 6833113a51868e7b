// Takes what is due from an outbox, again and again, until all of it has been delivered.
import type { FastifyBaseLogger } from 'fastify'
import type { Attempts } from './attempts.ts'
import type { Outbox } from './outbox.ts'

type Options = {
  outbox: Outbox
  attempts: Attempts
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  pollMs?: number
}

const maxAtOnce = 4

export function createWorker({ outbox, attempts, log, pollMs = 1000 }: Options) {
  let isOut = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | undefined
  let isClosed = false

  const take = async () => {
    const free = maxAtOnce - attempts.count()
    if (free <= 0) return
    const due = await outbox.claim(free)
    for (const claimed of due) attempts.begin(outbox, claimed, false)
    if (isOut) log.info({ outbox: outbox.name }, 'form outbox can be read again')
    isOut = false
  }

  const poll = async () => {
    await take().catch((error: Error) => {
      if (!isOut) log.warn({ outbox: outbox.name, reason: error.message }, 'form outbox cannot be read')
      isOut = true
    })
    schedule(pollMs)
  }

  const schedule = (ms: number) => {
    if (isClosed) return
    timer = setTimeout(() => {
      turn = poll()
    }, ms)
    timer.unref()
  }
  schedule(0)

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await turn
    },
  }
}
