// Concurrency limit of searches, before they use anything that other pages need: two at a time for one address.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { closedSignal } from '../base/closed-responses.ts'
import { visitorNetwork } from '../base/networks.ts'
import { createLimiter } from '../origin/limiter.ts'
import { isSearch } from './address-rates.ts'

type SearchLimitOptions = {
  /** Searches at a time of all addresses; each may hold a slot of the renderer. */
  most: number
  /** False: all visitors are counted together. */
  isByAddress: boolean
  countRejected: (limit: string) => void
  /** The text that a visitor reads whose request is rejected. */
  messageOf: (url: string) => string
}

const mostOfAddress = 2
const waiting = { ofAddress: 32, ofAll: 1024 }
const waitMs = 3000

export function installSearchLimit(app: FastifyInstance, options: SearchLimitOptions) {
  const { most, isByAddress, countRejected, messageOf } = options
  const limiter = createLimiter({
    connections: most,
    maxOfCall: most,
    maxOfClient: Math.min(most, mostOfAddress),
    maxWaiting: isByAddress ? waiting.ofAddress : waiting.ofAll,
    maxWaitingOfAll: waiting.ofAll,
  })
  const releases = new WeakMap<FastifyRequest, () => void>()

  app.addHook('onRequest', async (request, reply) => {
    if (!isSearch(request)) return
    const signal = AbortSignal.any([closedSignal(reply.raw), AbortSignal.timeout(waitMs)])
    const client = isByAddress ? visitorNetwork(request.ip) : undefined
    const release = await limiter.enter({ call: 'search', client }, signal).catch(() => {
      countRejected('searches')
      throw pageError(503, messageOf(request.raw.url ?? '/'))
    })
    releases.set(request, release)
  })
  // The search does not end with the response: a visitor who leaves does not stop it, and one who reads slowly does not hold it.
  app.addHook('onSend', (request, _reply, payload, done) => {
    releases.get(request)?.()
    done(null, payload)
  })
}
