// The worker: claims deliveries that are due, sends each by its channel and writes the outcome.
import type { FastifyBaseLogger } from 'fastify'
import { inTime } from '../base/in-time.ts'
import { type ChannelName, type Claimed, leaseMs, type Outcome, type Store } from './message.ts'
import type { Stores } from './stores.ts'

export type Channel = {
  name: ChannelName
  /** One attempt, shorter than the lease. Never rejects. */
  send: (claimed: Claimed) => Promise<Outcome>
}

export type Attempt = {
  /** Never rejects. */
  outcome: Promise<Outcome>
  /** The visitor no longer waits: a rejection waits for the operators. False when the attempt has ended already. */
  stopWaiting: () => boolean
}

type WorkerOptions = {
  stores: Pick<Stores, 'all' | 'maintain'>
  channels: Channel[]
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  count: (channel: ChannelName, kind: Outcome['kind']) => void
}

/** Attempts of a channel at once. */
const mostAtOnce = 4
const pollMs = 1000
/** Grace period for running attempts at the end; the rest is delivered after the next start. */
const closeMs = 5000
export const attemptMs = leaseMs - 3000
const firstPauseMs = 1000
const longestPauseMs = 300_000

export function createWorker({ stores, channels, log, count }: WorkerOptions) {
  const running = new Map<string, Attempt>()
  const unavailable = new Set<Store>()
  const refused = new Map<Store, number>()
  let polling: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const begin = (store: Store, claimed: Claimed, isAwaited: boolean): Attempt => {
    const { channel: name, message, attempts } = claimed
    const id = `${name} ${message.key}`
    const visitor = { isWaiting: isAwaited, hasOutcome: false }
    const run = async (): Promise<Outcome> => {
      const channel = channels.find((one) => one.name === name)
      let outcome: Outcome = (await channel?.send(claimed)) ?? { kind: 'refused', reason: 'no such channel' }
      if (outcome.kind === 'returned' && !visitor.isWaiting)
        outcome = { kind: 'refused', reason: String(outcome.response.status) }
      visitor.hasOutcome = true
      count(name, outcome.kind)
      const isForm = name === 'upstream'
      const about = { ...(isForm ? { form: message.form } : { channel: name }), attempts }
      if (outcome.kind === 'failed')
        log.warn(
          { ...about, reason: outcome.reason },
          isForm ? 'form not delivered yet' : 'notification not sent yet',
        )
      if (outcome.kind === 'refused')
        log.error(
          { ...about, reason: outcome.reason },
          `${isForm ? 'form rejected by the upstream' : 'notification rejected'}, stored in the outbox`,
        )
      // Without it the message is sent again with the same key.
      await store.settle(claimed, outcome, pauseAfter(attempts, outcome)).catch((error: Error) => {
        log.error({ reason: error.message, outbox: store.name }, 'form outcome not written to the outbox')
      })
      running.delete(id)
      // A channel that fails is tried at the next poll.
      if (outcome.kind !== 'failed') schedule(0)
      return outcome
    }
    const stopWaiting = () => {
      visitor.isWaiting = false
      return !visitor.hasOutcome
    }
    const attempt = { outcome: run(), stopWaiting }
    running.set(id, attempt)
    return attempt
  }

  const poll = async (store: Store) => {
    try {
      for (const { name } of channels) {
        const free = mostAtOnce - [...running.keys()].filter((id) => id.startsWith(`${name} `)).length
        const claimed = free > 0 ? await store.claim(name, free) : []
        for (const one of claimed) begin(store, one, false)
      }
      refused.set(store, (await store.usage('upstream')).refused)
      if (unavailable.delete(store)) log.info({ outbox: store.name }, 'form outbox readable again')
    } catch (error) {
      const { message: reason } = error as Error
      if (!unavailable.has(store)) log.warn({ outbox: store.name, reason }, 'form outbox not readable')
      unavailable.add(store)
    }
  }

  const schedule = (ms: number) => {
    if (isClosed || polling) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      polling = Promise.all([stores.maintain(), ...stores.all.map(poll)])
        .catch((error: Error) => log.error({ reason: error.message }, 'form messages not maintained'))
        .finally(() => {
          polling = undefined
          schedule(pollMs)
        })
    }, ms).unref()
  }
  schedule(0)

  return {
    /** The first attempt, for a visitor who waits. */
    deliver: (store: Store, claimed: Claimed) => begin(store, claimed, true),
    find: (key: string) => running.get(`upstream ${key}`),
    /** The number of messages that the upstream has rejected, at the last poll. */
    refused: () => [...refused.values()].reduce((sum, one) => sum + one, 0),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await polling
      const ended = Promise.all([...running.values()].map(({ outcome }) => outcome))
      await inTime(ended, closeMs, 'form deliveries').catch(() => {})
    },
  }
}

/** Milliseconds until the next attempt: Retry-After, or exponential backoff with 20 % jitter. */
function pauseAfter(attempts: number, outcome: Outcome): number {
  if (outcome.kind !== 'failed') return 0
  if (outcome.pauseMs !== undefined) return outcome.pauseMs
  const pause = Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs)
  return Math.round(pause * (0.8 + 0.4 * Math.random()))
}
