// Concurrency limit of searches, before they use anything that other pages need: two at a time for one address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Translation } from '../../shared/payload.ts'
import type { AppContext } from '../app-context.ts'
import { visitorNetwork } from '../base/networks.ts'
import { createSlots } from '../base/slots.ts'
import { isSearch } from './address-rates.ts'

const mostOfAddress = 2
const waiting = { ofAddress: 32, ofAll: 1024 }
const waitMs = 3000

/** Without limits of addresses all visitors are counted together. */
export function createSearchLimit(
  app: FastifyInstance,
  { config, telemetry: { metrics } }: AppContext,
  translations: Record<Locale, Translation>,
) {
  const isByAddress = config.addressRate > 0
  // Each may hold a slot of the renderer.
  const most = Math.ceil(config.renderConcurrency / 2)
  const slots = createSlots({
    most,
    mostOfKey: mostOfAddress,
    maxWaiting: waiting.ofAll,
    maxWaitingOfKey: waiting.ofAddress,
    waitMs,
    overload: () => new Error('too many searches'),
  })
  const releases = new WeakMap<FastifyRequest, () => void>()
  // The search does not end with the response: a visitor who leaves does not stop it, and one who reads slowly does not hold it.
  app.addHook('onSend', (request, _reply, payload, done) => {
    releases.get(request)?.()
    releases.delete(request)
    done(null, payload)
  })

  const messageFor = ({ isPayload, target, locale }: FastifyRequest['site']) =>
    isPayload
      ? translations[target.kind === 'page' ? target.locale : locale].t('search.busy')
      : 'Service Unavailable'

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSearch(request)) return
    const busy = () => pageError(503, messageFor(request.site))
    const network = isByAddress ? visitorNetwork(request.site.address) : undefined
    const release = await slots.acquire(network).catch(() => {
      metrics.countRejected('searches')
      throw busy()
    })
    releases.set(request, release)
    // The visitor left while it waited; its error releases the slot.
    if (reply.raw.destroyed) throw busy()
  }
}
