// Limits of requests that cost more than a stored page: by address and minute, and of searches at a time.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../shared/api/calls.ts'
import { pageError } from '../../shared/errors.ts'
import { islandFolder } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Translation } from '../../shared/payload.ts'
import type { AppContext } from '../app-context.ts'
import { visitorNetwork } from '../base/networks.ts'
import { createAddressRate, type RateLimit } from '../base/rate-limit.ts'
import { createSlots } from '../base/slots.ts'
import { contractCall, isRead } from '../upstream/call-policy.ts'

const apiFolder = '/api/home/'

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
      pathname.startsWith(apiFolder) && contractCall(pathname) !== 'form' && !isRead(method, pathname),
  },
} satisfies Record<string, { perMinute: number; includes: (request: FastifyRequest) => boolean }>
/** Wrong secrets, each kind with its own count. */
const wrongSecretsPerMinute = 10

export function createAddressRates({ config, telemetry: { metrics }, time: { monotonic } }: AppContext) {
  const limitOf = (name: string, perMinute: number): RateLimit => {
    const limit = createAddressRate(perMinute, config.addressRate, monotonic)
    return (address) => {
      const seconds = limit(address)
      if (seconds > 0) metrics.count('site_refused_total', { limit: name })
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
      const seconds = rate ? rate.secondsFor(request.site.address) : 0
      if (seconds === 0) return
      reply.header('retry-after', seconds)
      throw pageError(429, 'Too Many Requests')
    },
    // A right secret is never counted: others behind the same address could lock its owner out.
    wrongToken: limitOf('purge', wrongSecretsPerMinute),
    wrongPassword: limitOf('password', wrongSecretsPerMinute),
  }
}

const searchesOfAddress = 2
const waitingOfAddress = 32
const waitingOfAll = 1024
const searchWaitMs = 3000

/**
 * Searches at a time, before they use anything that other pages need. Without limits of addresses all visitors are counted
 * together.
 */
export function createSearchLimit(
  app: FastifyInstance,
  { config, telemetry: { metrics }, mostRenders }: AppContext,
  translations: Record<Locale, Translation>,
) {
  const isByAddress = config.addressRate > 0
  // Each may hold a slot of the renderer.
  const most = Math.ceil(mostRenders / 2)
  const slots = createSlots({
    most,
    mostOfKey: searchesOfAddress,
    maxWaiting: waitingOfAll,
    maxWaitingOfKey: waitingOfAddress,
    waitMs: searchWaitMs,
    overload: () => new Error('too many searches'),
  })
  const releases = new WeakMap<FastifyRequest, () => void>()
  // The search does not end with the response: a visitor who leaves does not stop it, and one who reads slowly does not hold it.
  app.addHook('onSend', (request, _reply, payload, done) => {
    releases.get(request)?.()
    releases.delete(request)
    done(null, payload)
  })

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { site } = request
    // Other methods search nothing and may wait for a body.
    if (!site.isRead || !(rates.search.includes(request) || rates.suggestions.includes(request))) return
    const busy = () => {
      const { isPayload, target, locale } = site
      const { t } = translations[target.kind === 'page' ? target.locale : locale]
      return pageError(503, isPayload ? t('search.busy') : 'Service Unavailable')
    }
    const release = await slots.acquire(isByAddress ? visitorNetwork(site.address) : undefined).catch(() => {
      metrics.count('site_refused_total', { limit: 'searches' })
      throw busy()
    })
    releases.set(request, release)
    // The visitor left while it waited; its error releases the slot.
    if (reply.raw.destroyed) throw busy()
  }
}
