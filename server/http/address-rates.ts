// What one address may ask in a minute of what costs more than a page from the cache.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pageError } from '../../shared/errors.ts'
import { islandFolder } from '../../shared/island.ts'
import { splitUrl } from '../../shared/resolve.ts'
import { createMemoryTally, createRateLimit, type RateLimit } from '../base/rate-limit.ts'
import { isRead } from '../origin/call-policy.ts'

const minuteMs = 60_000
const apiFolder = '/api/home/'
const formFolder = '/api/home/form/'

type RequestTarget = { method: string; pathname: string; search: string }

/** Generous to people who share an address. Answers of the hot path cost nothing and are not counted. */
const rates = {
  search: {
    perMinute: 120,
    includes: ({ search }: RequestTarget) =>
      search !== '' && Boolean(new URLSearchParams(search).get('keywords')),
  },
  islands: { perMinute: 600, includes: ({ pathname }: RequestTarget) => pathname.startsWith(islandFolder) },
  reports: {
    perMinute: 30,
    includes: ({ method, pathname }: RequestTarget) =>
      method === 'POST' && (pathname === '/ops/client-error' || pathname === '/ops/csp-report'),
  },
  // Forms have a limit of their own.
  writes: {
    perMinute: 60,
    includes: ({ method, pathname }: RequestTarget) =>
      pathname.startsWith(apiFolder) && !pathname.startsWith(formFolder) && !isRead(method, pathname),
  },
} satisfies Record<string, { perMinute: number; includes: (target: RequestTarget) => boolean }>

/** Who has not the operators' secret may guess so often. */
const purgeAttemptsPerMinute = 10
const maxBlocks = 1000

type Options = {
  /** Of the usual limits; 0: none. */
  percent: number
  /** Milliseconds of a clock that nobody sets. */
  monotonic: () => number
  countRejected: (limit: string) => void
}

type AddressRates = ReturnType<typeof createAddressRates>

export function createAddressRates({ percent, monotonic, countRejected }: Options) {
  const limitOf = (perMinute: number): RateLimit =>
    createRateLimit({
      most: Math.ceil((perMinute * percent) / 100),
      tallies: [createMemoryTally(monotonic)],
      windowMs: minuteMs,
    })
  const limits = Object.entries(rates).map(([name, { perMinute, includes }]) => ({
    name,
    includes,
    limit: limitOf(perMinute),
  }))
  const purgeLimit = limitOf(purgeAttemptsPerMinute)
  const purgeBlocks = new LRUCache<string, number>({ max: maxBlocks })
  const counted = async (name: string, limit: RateLimit, address: string) => {
    const seconds = await limit(address)
    if (seconds > 0) countRejected(name)
    return seconds
  }
  return {
    /** Seconds to wait, or 0. */
    async secondsFor({ method, raw, ip }: FastifyRequest): Promise<number> {
      const target = { method, ...splitUrl(raw.url ?? '/') }
      const found = limits.find(({ includes }) => includes(target))
      return found ? counted(found.name, found.limit, ip) : 0
    },
    /** The same for who wants to purge. Only wrong secrets count, but after too many the right one has to wait as well. */
    async secondsForPurge(address: string, isRight: boolean): Promise<number> {
      const blocked = Math.ceil(((purgeBlocks.get(address) ?? 0) - monotonic()) / 1000)
      if (blocked > 0 || isRight) return Math.max(0, blocked)
      const seconds = await counted('purge', purgeLimit, address)
      if (seconds > 0) purgeBlocks.set(address, monotonic() + seconds * 1000)
      return seconds
    },
  }
}

export function installAddressRates(app: FastifyInstance, { secondsFor }: AddressRates) {
  app.addHook('onRequest', async (request, reply) => {
    const seconds = await secondsFor(request)
    if (seconds === 0) return
    reply.header('retry-after', seconds)
    throw pageError(429, 'Too Many Requests')
  })
}
