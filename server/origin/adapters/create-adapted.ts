// Creates the origin over a content system as configured: connections, map, numbers, forms.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { defaultLocale, locales, requestTimeoutMs } from '../../../shared/constants.ts'
import type { Origin } from '../../base/origin.ts'
import { createFormCall } from '../../calls/form-call.ts'
import type { FormStore } from '../../calls/form-store.ts'
import type { Config } from '../../config/config.ts'
import type { OriginProblem } from '../../telemetry/origin-problems.ts'
import { createAdaptedOrigin } from './adapted-origin.ts'
import { adapters, type SystemName } from './adapters.ts'
import { createAddresses } from './addresses.ts'
import { mapOf, mapProblem } from './api-map.ts'
import { withFixedText } from './fixed-text.ts'
import { createIds, type SharedIds } from './ids.ts'
import { mediaFromSystem } from './media.ts'
import { createMemos, type Memos } from './memo.ts'
import { createStartCall } from './system.ts'

export type AdaptedOptions = {
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
  /** For the messages of the form. */
  formStore: FormStore
  /** Numbers of items that several servers share. */
  sharedIds?: SharedIds | undefined
  report: (problem: OriginProblem) => void
  /** Default: in DATA_DIR. */
  idsFile?: string
  now?: () => number
  monotonic?: () => number
}

/** Of a slice of all entries of a type, with what is in them. */
const pullTimeoutMs = 60_000

/** The file of the numbers of items, in DATA_DIR. */
export const idsFile = (dataDir: string) => join(dataDir, 'ids.sqlite')

/** An origin that answers each call from requests of its own. Rejects with MapProblem. */
export async function createAdapted(options: AdaptedOptions): Promise<Origin> {
  return (await startAdapted(options)).origin
}

/** With what pulls the items of the system. Rejects with MapProblem. */
export async function startAdapted(options: AdaptedOptions) {
  const { config, log, connect, formStore, sharedIds, report } = options
  const { now = Date.now, monotonic = () => performance.now() } = options
  const name = systemNamed(config.apiKind)
  const definition = await adapters[name]()
  const map = mapOf(config)
  const bases = {
    zh: map.languages?.zh?.base ?? config.apiBase,
    en: map.languages?.en?.base ?? config.apiBase,
  }
  const fieldsWith = (token: string) => ({ ...(token && definition.authorize(token)), ...config.apiFields })
  const zh = connect(bases.zh, fieldsWith(config.apiToken))
  const en = bases.en === bases.zh ? zh : connect(bases.en, fieldsWith(config.apiTokenEn))
  const upstreams = { zh, en }
  const addresses = createAddresses({ bases, mediaFolder: definition.mediaFolder })
  const memos = createMemos(now)
  const ids = createIds({ dataFile: options.idsFile ?? idsFile(config.dataDir), shared: sharedIds, log })
  const { changes, access, pull: _, ...calls } = definition.createCalls({ map, ids, addresses, memos })
  const system = {
    ...{ name, report, monotonic },
    sendTo: { zh: upstreams.zh.send, en: upstreams.en.send },
    responseLimit: config.originResponseLimit,
  }
  const startCall = createStartCall({ ...system, timeoutMs: requestTimeoutMs })
  const pulledMemos = createMemos(now)
  const { pull, ...pulled } = definition.createCalls({ map, ids, addresses, memos: lasting(pulledMemos) })
  const origin = createAdaptedOrigin({
    calls: withFixedText(calls, map),
    addresses,
    upstreams,
    startCall,
    forget: memos.forget,
    async checkAccess() {
      for (const locale of addresses.hasTwoSites ? locales : ([defaultLocale] as const)) {
        const token = locale === 'en' ? config.apiTokenEn : config.apiToken
        await access(startCall('siteConfig', { method: 'GET', path: '/', headers: {} }, locale), token !== '')
      }
    },
    changesOf: async (body) => {
      const entry = definition.readWebhook(body)
      if (!entry) return undefined
      if (entry === 'nothing') return { changes: [], isRemoved: false }
      memos.forget()
      const system = startCall('articleDetail', { method: 'GET', path: '/', headers: {} }, 'zh')
      const found = await changes(entry, system).catch((err: unknown) => {
        log.warn({ err, system: name, type: entry.type }, 'webhook: what has changed is unknown')
        return 'unknown' as const
      })
      return { changes: found, isRemoved: entry.isRemoved }
    },
    form: createFormCall({ store: formStore, log }),
    log,
    close: async () => {
      await formStore.close()
      await ids.close()
    },
  })
  return {
    ...{ origin, pull, addresses, definition },
    calls: withFixedText(pulled, map),
    sendMedia: mediaFromSystem({ addresses, sendTo: system.sendTo }),
    startCall: createStartCall({ ...system, timeoutMs: pullTimeoutMs }),
    forget: pulledMemos.forget,
  }
}

/** What has been read once is known until it is forgotten. */
function lasting(memos: Memos): Memos {
  return { ...memos, create: () => memos.create(Number.POSITIVE_INFINITY) }
}

function systemNamed(kind: string): SystemName {
  const name = Object.keys(adapters).find((one) => one === kind)
  if (!name) throw mapProblem(`API_KIND: ${kind} is not one of ${Object.keys(adapters).join(', ')}`)
  // A key of the table.
  return name as SystemName
}
