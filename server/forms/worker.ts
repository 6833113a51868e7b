// The worker: claims deliveries that are due, sends each by its channel and writes the outcome.
import type { FastifyBaseLogger } from 'fastify'
import { inTime } from '../base/in-time.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import type { ChannelName, Claimed, Message, OutboxUsage, Outcome, Store } from './message.ts'
import { leaseMs, writeDelivery } from './message.ts'
import type { Stores } from './stores.ts'

export type Channel = {
  name: ChannelName
  /** One attempt, shorter than the lease. Never rejects. */
  send: (claimed: Claimed) => Promise<Outcome>
}

export type ChannelUsage = OutboxUsage & { channel: ChannelName; outbox: Store['name'] }

/** Attempts of a channel at once. */
const mostAtOnce = 4
const pollMs = 1000
/** Grace period for running attempts at the end; the rest is delivered after the next start. */
const closeMs = 5000
export const attemptMs = leaseMs - 3000
const [firstPauseMs, longestPauseMs] = [1000, 300_000]

export function createWorker(
  stores: Pick<Stores, 'all' | 'maintain'>,
  channels: Channel[],
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  count: (channel: ChannelName, outcome: string) => void = () => {},
) {
  /** `isAwaited`: by a visitor; without one a rejection waits for the operators. `outcome`: never rejects. */
  const running = new Map<string, { isAwaited: boolean; isDecided: boolean; outcome: Promise<Outcome> }>()
  const mayLog = createMinuteLimit(Date.now)
  const usages = new Map<string, ChannelUsage>()
  let polling: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const begin = (store: Store, { name, send }: Channel, claimed: Claimed, isAwaited: boolean) => {
    const { message, attempts } = claimed
    const attempt = { isAwaited, isDecided: false }
    const write = async (outcome: Outcome): Promise<void> => {
      // The next try is a new message.
      if (outcome.state === 'returned') return store.remove(message.key)
      const { state, error, pauseMs = pauseAfter(attempts) } = outcome
      const about = { channel: name, form: message.form, attempts, reason: error }
      if (state === 'waiting' && mayLog(`${name} ${error}`)) log.warn(about, 'form message not delivered yet')
      if (state === 'refused') log.error(about, 'form message rejected, stored in the outbox')
      await writeDelivery(store, message.key, { channel: name, state, attempts, error }, pauseMs)
      // The other channels were due after the lease of the first attempt.
      const others = isAwaited ? message.deliveries.filter(({ channel }) => channel !== name) : []
      for (const other of others) await store.put(message.key, other, 0)
    }
    const run = async (): Promise<Outcome> => {
      let outcome = await send(claimed)
      if (outcome.state === 'returned' && !attempt.isAwaited)
        outcome = { state: 'refused', error: String(outcome.response.status) }
      attempt.isDecided = true
      count(name, outcome.state === 'waiting' ? 'failed' : outcome.state)
      // Else the message is sent again with the same key.
      await write(outcome).catch(({ message: reason }: Error) => {
        log.warn({ reason, outbox: store.name }, 'form outcome not written to the outbox')
      })
      running.delete(id)
      // A channel that fails is tried at the next poll.
      if (outcome.state !== 'waiting') schedule(0)
      return outcome
    }
    const id = `${name} ${message.key}`
    running.set(id, Object.assign(attempt, { outcome: run() }))
  }

  const poll = async (store: Store) => {
    try {
      for (const channel of channels) {
        const free = mostAtOnce - [...running.keys()].filter((id) => id.startsWith(`${channel.name} `)).length
        const claimed = free > 0 ? await store.claim(channel.name, free) : []
        for (const one of claimed) begin(store, channel, one, false)
        const about = { channel: channel.name, outbox: store.name }
        usages.set(`${store.name} ${channel.name}`, { ...about, ...(await store.usage(channel.name)) })
      }
    } catch (error) {
      const { message: reason } = error as Error
      for (const { name } of channels) usages.delete(`${store.name} ${name}`)
      if (mayLog()) log.warn({ outbox: store.name, reason }, 'form outbox not readable')
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
    deliver: (store: Store, upstream: Channel, message: Message) =>
      begin(store, upstream, { message, attempts: 1 }, true),
    /** How the attempt to deliver a message to the upstream ends; undefined where there is none, or it takes too long for the visitor. */
    async outcomeBefore(deadline: number, key: string): Promise<Outcome | undefined> {
      const attempt = running.get(`upstream ${key}`)
      if (!attempt) return undefined
      const left = Math.max(0, deadline - performance.now())
      return inTime(attempt.outcome, left, 'form').catch(() => {
        attempt.isAwaited = false
        return attempt.isDecided ? attempt.outcome : undefined
      })
    },
    /** What each channel had in each outbox at the last poll; an outbox that could not be read has none. */
    usages: () => [...usages.values()],
    async close() {
      isClosed = true
      clearTimeout(timer)
      await polling
      const ended = Promise.all([...running.values()].map(({ outcome }) => outcome))
      await inTime(ended, closeMs, 'form deliveries').catch(() => {})
    },
  }
}

/** Exponential backoff with 20 % jitter. */
function pauseAfter(attempts: number): number {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs)
  return Math.round(pause * (0.8 + 0.4 * Math.random()))
}
