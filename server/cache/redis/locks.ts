// Refresh locks: one server fetches a key from the origin, the others wait for the outcome.
import { randomUUID } from 'node:crypto'
import type { FillOutcome, WaitOutcome } from '../store.ts'
import type { RedisConnection } from './connection.ts'
import { evaluate, script } from './evaluate.ts'
import type { RedisKeys } from './keys.ts'

type RedisLocksOptions = {
  connection: RedisConnection
  keys: RedisKeys
  deadlineMs: number
  /** Expiry of a lock; a running server renews its locks. */
  leaseMs: number
  /** Polling interval, in case the holder's message is lost. */
  pollMs: number
}

type Claim = { token: string; until: number }

/** KEYS lock; ARGV token, milliseconds. */
const renewScript = script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`)

/** KEYS lock; ARGV token, channel, outcome, message. A fill after the lock's expiry is published as well. */
const releaseScript = script(`
  local isHeld = redis.call('GET', KEYS[1]) == ARGV[1]
  if isHeld then redis.call('DEL', KEYS[1]) end
  if isHeld or ARGV[3] == 'filled' then redis.call('PUBLISH', ARGV[2], ARGV[4]) end
  return isHeld and 1 or 0`)

export function createRedisLocks({ connection, keys, deadlineMs, leaseMs, pollMs }: RedisLocksOptions) {
  const claims = new Map<string, Claim>()

  const isHeld = (key: string) =>
    connection.run(deadlineMs, undefined, (client) => client.exists(keys.lock(key)))
  const waiting = createWaiting(isHeld, pollMs)

  const renewal = setInterval(() => {
    for (const [key, { token, until }] of claims) {
      const left = until - performance.now()
      if (left <= 0) claims.delete(key)
      else void renew(key, token, Math.ceil(Math.min(leaseMs, left)))
    }
  }, leaseMs / 3)
  renewal.unref()

  const renew = (key: string, token: string, ms: number) =>
    connection.run(deadlineMs, undefined, (client) =>
      evaluate(client, renewScript, [keys.lock(key)], [token, ms]),
    )

  return {
    /** True as well while Redis is down. */
    claim: (key: string, ms: number): Promise<boolean> =>
      connection.write(deadlineMs, true, async (client) => {
        const token = randomUUID()
        const lease = Math.ceil(Math.min(leaseMs, ms))
        const isOurs = (await client.set(keys.lock(key), token, 'PX', lease, 'NX')) === 'OK'
        if (isOurs) claims.set(key, { token, until: performance.now() + ms })
        return isOurs
      }),

    async release(key: string, outcome: FillOutcome): Promise<void> {
      const claim = claims.get(key)
      if (!claim) return
      claims.delete(key)
      const values = [claim.token, keys.fillChannel, outcome, `${outcome} ${key}`]
      await connection.run(deadlineMs, undefined, (client) =>
        evaluate(client, releaseScript, [keys.lock(key)], values),
      )
    },

    receive: waiting.receive,
    wait: waiting.wait,
    close() {
      clearInterval(renewal)
      waiting.close()
    },
  }
}

/** `isHeld`: undefined where it is not known. */
function createWaiting(isHeld: (key: string) => Promise<number | undefined>, pollMs: number) {
  const waiting = new Map<string, Set<(outcome: WaitOutcome) => void>>()
  return {
    receive(message: string) {
      const end = message.indexOf(' ')
      const outcome = message.slice(0, end)
      if (!isOutcome(outcome)) return
      for (const resolve of waiting.get(message.slice(end + 1)) ?? []) resolve(outcome)
    },

    wait(key: string, ms: number): Promise<WaitOutcome> {
      return new Promise((done) => {
        const resolve = (outcome: WaitOutcome) => {
          clearInterval(polls)
          clearTimeout(limit)
          const others = waiting.get(key)
          others?.delete(resolve)
          if (others?.size === 0) waiting.delete(key)
          done(outcome)
        }
        const poll = async () => {
          const held = await isHeld(key)
          if (held === undefined) resolve('unshared')
          if (held === 0) resolve('abandoned')
        }
        waiting.set(key, (waiting.get(key) ?? new Set()).add(resolve))
        const polls = setInterval(poll, pollMs)
        const limit = setTimeout(resolve, ms, 'failed')
        // The holder may have published before this server waited.
        void poll()
      })
    },

    close() {
      for (const resolvers of waiting.values()) for (const resolve of resolvers) resolve('unshared')
    },
  }
}

function isOutcome(outcome: string): outcome is FillOutcome {
  return outcome === 'filled' || outcome === 'failed' || outcome === 'unshared'
}
