// Rate limits per address and minute for requests that cost more than a cached page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../shared/api/calls.ts'
import { pageError } from '../../shared/errors.ts'
import { islandFolder } from '../../shared/island.ts'
import type { AppContext } from '../app-context.ts'
import { createMemoryTally, createRateLimit, type RateLimit } from '../base/rate-limit.ts'
import { isRead } from '../upstream/call-policy.ts'

const minuteMs = 60_000
const apiFolder = '/api/home/'
const formFolder = '/api/home/form/'

/** High enough for people who share an address. */
const rates = {
  search: {
    perMinute: 120,
    includes: ({ site: { search } }) => search !== '' && Boolean(new URLSearchParams(search).get('keywords')),
  },
  /** Sent while a visitor types. */
  suggestions: { perMinute: 240, includes: ({ site }) => site.pathname === calls.search.path },
  islands: { perMinute: 600, includes: ({ site }) => site.pathname.startsWith(islandFolder) },
  // Forms have their own limit.
  writes: {
    perMinute: 60,
    includes: ({ method, site: { pathname } }) =>
      pathname.startsWith(apiFolder) && !pathname.startsWith(formFolder) && !isRead(method, pathname),
  },
} satisfies Record<string, { perMinute: number; includes: (request: FastifyRequest) => boolean }>
/** Wrong secrets, each kind with its own count. */
const wrongSecretsPerMinute = 10

/** Searches of visitors, and suggestions that browsers load while they type. Other methods search nothing and may wait for a body. */
export function isSearch(request: FastifyRequest): boolean {
  return request.site.isRead && (rates.search.includes(request) || rates.suggestions.includes(request))
}

export type AddressRates = ReturnType<typeof createAddressRates>

export function createAddressRates({ config, telemetry: { metrics }, time: { monotonic } }: AppContext) {
  const limitOf = (name: string, perMinute: number): RateLimit => {
    const most = Math.ceil((perMinute * config.addressRate) / 100)
    const limit = createRateLimit({ most, tallies: [createMemoryTally(monotonic)], windowMs: minuteMs })
    return async (address) => {
      const seconds = await limit(address)
      if (seconds > 0) metrics.countRejected(name)
      return seconds
    }
  }
  const limits = Object.entries(rates).map(([name, { perMinute, includes }]) => ({
    includes,
    secondsFor: limitOf(name, perMinute),
  }))
  return {
    async check(request: FastifyRequest, reply: FastifyReply) {
      const rate = limits.find(({ includes }) => includes(request))
      const seconds = rate ? await rate.secondsFor(request.site.address) : 0
      if (seconds === 0) return
      reply.header('retry-after', seconds)
      throw pageError(429, 'Too Many Requests')
    },
    // A right secret is never counted: others behind the same address could lock its owner out.
    wrongToken: limitOf('purge', wrongSecretsPerMinute),
    wrongPassword: limitOf('password', wrongSecretsPerMinute),
  }
}
