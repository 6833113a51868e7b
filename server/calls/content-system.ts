// A content system as configured: connections, map, numbers of items, and what reads its items.
import type { FastifyBaseLogger } from 'fastify'
import { locales } from '../../shared/constants.ts'
import type { BreakerState, Origin } from '../base/origin.ts'
import type { Config } from '../config/config.ts'
import { createAddresses } from '../sources/systems/addresses.ts'
import { mapOf } from '../sources/systems/api-map.ts'
import { createIds, idsFile, type SharedIds } from '../sources/systems/ids.ts'
import { createMemos } from '../sources/systems/memo.ts'
import { createStartRequests, type SystemProblem } from '../sources/systems/requests.ts'
import { systemNamed } from '../sources/systems/systems.ts'

export type SystemOptions = {
  config: Pick<
    Config,
    | 'apiKind'
    | 'apiBase'
    | 'apiToken'
    | 'apiTokenEn'
    | 'apiFields'
    | 'apiMap'
    | 'dataDir'
    | 'originResponseLimit'
  >
  log: FastifyBaseLogger
  /** Connections to a base URL; `fields` are sent with every request. */
  connect: (base: string, fields: Record<string, string>) => Origin
  /** Numbers of items that several servers share. */
  sharedIds?: SharedIds | undefined
  report: (problem: SystemProblem) => void
  /** Default: in DATA_DIR. */
  idsFile?: string
  monotonic: () => number
}

/** Limit for one step: a request for a slice of all entries of a type, with what is in them. */
const stepMs = 60_000

export type ContentSystem = Awaited<ReturnType<typeof openSystem>>

/** Rejects with MapProblem. */
export async function openSystem(options: SystemOptions) {
  const { config, log, connect, sharedIds, report, monotonic } = options
  const { name, definition } = await systemNamed(config.apiKind)
  const map = mapOf(config)
  const bases = {
    zh: map.languages?.zh?.base ?? config.apiBase,
    en: map.languages?.en?.base ?? config.apiBase,
  }
  const fieldsWith = (token: string) => ({ ...(token && definition.authorize(token)), ...config.apiFields })
  const zh = connect(bases.zh, fieldsWith(config.apiToken))
  const en = bases.en === bases.zh ? zh : connect(bases.en, fieldsWith(config.apiTokenEn))
  const sendTo = { zh: zh.send, en: en.send }
  const addresses = createAddresses({ bases, mediaFolder: definition.mediaFolder })
  const memos = createMemos()
  const ids = createIds({ dataFile: options.idsFile ?? idsFile(config.dataDir), shared: sharedIds, log })
  const pull = definition.createPull({ map, ids, addresses, memos })
  const open = pull.isOpen && config.apiToken ? connect(bases.zh, fieldsWith('')) : zh
  const openEn = en === zh ? open : connect(bases.en, fieldsWith(''))
  const start = createStartRequests({
    name,
    report,
    monotonic,
    sendTo,
    timeoutMs: stepMs,
    sendPubliclyTo: { zh: open.send, en: openEn.send },
    responseLimit: config.originResponseLimit,
  })
  return {
    pull,
    map,
    addresses,
    sendTo,
    start,
    forget: memos.forget,
    learnNumbers: ids.learn,
    readWebhook: definition.readWebhook,
    breakerState: (): BreakerState =>
      [zh, en].some((one) => one.breakerState?.() === 'open') ? 'open' : 'closed',
    async checkAccess(): Promise<void> {
      for (const locale of addresses.hasTwoSites ? locales : (['zh'] as const)) {
        const token = locale === 'en' ? config.apiTokenEn : config.apiToken
        await pull.access(start(locale), token !== '')
      }
    },
    async close(): Promise<void> {
      for (const upstream of new Set([zh, en, open, openEn])) await upstream.close()
      await ids.close()
    },
  }
}
