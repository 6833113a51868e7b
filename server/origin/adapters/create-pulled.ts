// Creates the origin over a content system whose items are pulled: calls are answered from the store of what has been pulled, files
// and previews by the system.
import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '../../../shared/locale.ts'
import type { Origin } from '../../base/origin.ts'
import { createSiteContent } from '../../calls/embedded-origin.ts'
import { originError } from '../origin-error.ts'
import type { System } from './adapter.ts'
import { type AdaptedOptions, startAdapted } from './create-adapted.ts'
import { openPulledFolder } from './pull/folder.ts'
import { createPuller } from './pull/puller.ts'
import type { SharedPull } from './pull/shared-copy.ts'
import { createItemWriter } from './pull/write-items.ts'

export type PulledOptions = AdaptedOptions & {
  config: AdaptedOptions['config'] & { syncSeconds: number }
  /** The output folder of build.mjs. */
  distDir: string
  /** What several servers share of what one of them pulls. */
  sharedPull?: SharedPull | undefined
  /** Called for each search that is rejected. */
  onSearchOverload?: () => void
  pause?: Parameters<typeof createPuller>[0]['pause']
}

/** Where what has been pulled from a system is, in DATA_DIR. */
export function pulledFolder({
  dataDir,
  apiKind,
  apiBase,
}: Record<'dataDir' | 'apiKind' | 'apiBase', string>) {
  const name = hash('sha256', apiBase).slice(0, 12)
  return join(dataDir, 'pulled', `${apiKind}-${name}`)
}

/** Answers each call from requests of its own where the system cannot be pulled. Rejects with MapProblem. */
export async function createPulled(options: PulledOptions): Promise<Origin> {
  const { config, log, formStore, distDir, onSearchOverload } = options
  const { now = Date.now, monotonic = () => performance.now() } = options
  const live = await startAdapted({ ...options, now, monotonic })
  const { pull, addresses, definition, calls, startCall, forget } = live
  if (!pull) {
    await options.sharedPull?.close()
    return live.origin
  }
  const { folder, close: closeFolder } = await openFolder(config, log)

  const systemIn = (locale: Locale, onDate?: (date: string) => void): System => {
    const system = startCall('articleList', { method: 'GET', path: '/', headers: {} }, locale)
    return onDate ? withDate(system, onDate) : system
  }
  const puller = createPuller({
    ...{ pull, calls, folder, systemIn, forget, log, monotonic },
    items: createItemWriter({ pull, folder, addresses, log }),
    checkAccess: async () => live.origin.checkAccess?.(),
    ...{ everyMs: config.syncSeconds * 1000, shared: options.sharedPull },
    ...(options.pause && { pause: options.pause }),
  })
  await puller.start()
  const content = await createSiteContent({
    config: { contentDir: folder.path, dataDir: config.dataDir },
    // Closed with the live origin.
    formStore: { ...formStore, close: async () => {} },
    ...{ distDir, log, now, monotonic, watch: true },
    ...{ begin: puller.ready, sendMedia: live.sendMedia },
    ...(onSearchOverload && { onSearchOverload }),
  })

  let isServed = false
  content.begun.then(
    () => {
      isServed = true
    },
    () => {},
  )

  return {
    ...content,
    async send(request) {
      if (request.preview) return live.origin.send(request)
      if (!isServed && !request.path.startsWith('/media/'))
        throw originError('network', new Error(`content is being pulled: ${puller.progress()}`))
      return content.send(request)
    },
    breakerStates: () => live.origin.breakerStates?.() ?? [],
    // Each poll does.
    checkAccess: undefined,
    warnings: puller.warnings,
    pullFacts: puller.facts,
    forget: () => live.origin.forget?.(),
    async changesOf(body) {
      const entry = definition.readWebhook(body)
      if (!entry) return undefined
      if (entry !== 'nothing') {
        live.origin.forget?.()
        await puller
          .changed(entry)
          .catch((err: unknown) =>
            log.warn({ err, type: entry.type }, 'webhook: its entries could not be read'),
          )
      }
      // What changes follows from the difference of what is stored.
      return { changes: [], isRemoved: false }
    },
    async close() {
      await puller.close()
      await content.close()
      await live.origin.close()
      await closeFolder()
    },
  }
}

async function openFolder(config: Parameters<typeof pulledFolder>[0], log: Pick<FastifyBaseLogger, 'warn'>) {
  const path = pulledFolder(config)
  try {
    return { folder: await openPulledFolder(path), close: async () => {} }
  } catch (err) {
    log.warn({ err, folder: path }, 'content is pulled into a temporary folder: DATA_DIR is not writable')
    const temporary = await mkdtemp(join(tmpdir(), 'site-pulled-'))
    const close = () => rm(temporary, { recursive: true, force: true })
    return { folder: await openPulledFolder(temporary), close }
  }
}

/** `onDate` gets the times of the responses. */
function withDate(system: System, onDate: (date: string) => void): System {
  return {
    ...system,
    async get(...request) {
      const response = await system.get(...request)
      const date = response.field('date')
      if (date) onDate(date)
      return response
    },
  }
}
