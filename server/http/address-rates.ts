// Rate limits per address and minute for requests that cost more than a cached page.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '../../shared/api/calls.ts'
import { pageError } from '../../shared/errors.ts'
import { islandFolder } from '../../shared/island.ts'
import { splitUrl } from '../../shared/resolve.ts'
import {
  createMemoryTally,
  createRateLimit,
  type RateLimit,
  type SecondsForWrong,
} from '../base/rate-limit.ts'
import { isRead } from '../origin/call-policy.ts'

const minuteMs = 60_000
const apiFolder = '/api/home/'
const formFolder = '/api/home/form/'

type RequestTarget = { method: string; pathname: string; search: string }

/** High enough for people who share an address. */
const rates = {
  search: {
    perMinute: 120,
    includes: ({ search }: RequestTarget) =>
      search !== '' && Boolean(new URLSearchParams(search).get('keywords')),
  },
  /** Sent while a visitor types. */
  suggestions: { perMinute: 240, includes: ({ pathname }: RequestTarget) => pathname === calls.search.path },
  islands: { perMinute: 600, includes: ({ pathname }: RequestTarget) => pathname.startsWith(islandFolder) },
  // Forms have their own limit.
  writes: {
    perMinute: 60,
    includes: ({ method, pathname }: RequestTarget) =>
      pathname.startsWith(apiFolder) && !pathname.startsWith(formFolder) && !isRead(method, pathname),
  },
} satisfies Record<string, { perMinute: number; includes: (target: RequestTarget) => boolean }>

/** Searches of visitors, and suggestions that browsers load while they type. Other methods search nothing and may wait for a body. */
export function isSearch({ method, raw }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const target = { method, ...splitUrl(raw.url ?? '/') }
  return rates.search.includes(target) || rates.suggestions.includes(target)
}

/** Wrong secrets, each kind with its own count. */
const wrongSecrets = { purge: 10, password: 10 }

type AddressRatesOptions = {
  /** Percentage of the default limits; 0: no limits. */
  percent: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  countRejected: (limit: string) => void
}

type AddressRates = ReturnType<typeof createAddressRates>

export function createAddressRates({ percent, monotonic, countRejected }: AddressRatesOptions) {
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
  const counted = async (name: string, limit: RateLimit, address: string) => {
    const seconds = await limit(address)
    if (seconds > 0) countRejected(name)
    return seconds
  }
  /** A right secret is never counted: others behind the same address could lock its owner out. */
  const wrongSecret = (name: keyof typeof wrongSecrets): SecondsForWrong => {
    const limit = limitOf(wrongSecrets[name])
    return (address) => counted(name, limit, address)
  }
  return {
    /** Seconds to wait, or 0. */
    async secondsFor({ method, raw, ip }: FastifyRequest): Promise<number> {
      const target = { method, ...splitUrl(raw.url ?? '/') }
      const rate = limits.find(({ includes }) => includes(target))
      return rate ? counted(rate.name, rate.limit, ip) : 0
    },
    wrongToken: wrongSecret('purge'),
    wrongPassword: wrongSecret('password'),
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
