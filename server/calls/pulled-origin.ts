// The origin over a content system whose items are pulled: calls are answered from the store of what has been pulled, files by the
// system, messages of the form are stored here.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { CallMatch } from '../../shared/api/calls.ts'
import { defaultLanguages, languagesFrom } from '../../shared/languages.ts'
import { inTime } from '../base/in-time.ts'
import { originError } from '../base/origin-error.ts'
import type { Config } from '../config/config.ts'
import { withFixedText } from '../sources/systems/fixed-text.ts'
import { createChecks } from '../store/pull/checks.ts'
import { openPulledFolder, type PulledFolder, pulledFolder } from '../store/pull/folder.ts'
import type { PollTimes } from '../store/pull/poll-loop.ts'
import { createPuller } from '../store/pull/puller.ts'
import { createServing } from '../store/pull/serving.ts'
import type { SharedPull } from '../store/pull/shared-copy.ts'
import { withLanguages } from '../store/pull/site-languages.ts'
import { createItemWriter } from '../store/pull/write-items.ts'
import type { SearchOptions } from '../store/search-thread.ts'
import { type ContentSystem, openSystem, type SystemOptions } from './content-system.ts'
import { createSiteContent, type EmbeddedOrigin } from './embedded-origin.ts'
import type { SaveMessage } from './form-call.ts'
import { mediaFromSystem } from './system-media.ts'

export type PulledOptions = Pick<SystemOptions, 'log'> & {
  config: SystemOptions['config'] & Pick<Config, 'syncSeconds' | 'imageHosts'>
  /** The output folder of build.mjs. */
  distDir: string
  /** Stores the messages of forms. */
  saveMessage: SaveMessage
  system: Pick<SystemOptions, 'connect' | 'report'>
  /** What several servers share of what one of them pulls. `followMs`: between readings of what the others have changed. */
  servers?: {
    sharedIds?: SystemOptions['sharedIds']
    sharedPull?: SharedPull | undefined
    followMs?: number
  }
  searches?: Pick<SearchOptions, 'onOverload' | 'startDeadline'>
  times?: { now?: () => number; monotonic?: () => number; pause?: PollTimes['pause'] }
}

/** How long a preview waits for what the system has now; then it shows what has been pulled. */
const previewMs = 2500

/** Rejects with MapProblem. */
export async function createPulled(options: PulledOptions): Promise<EmbeddedOrigin> {
  const { config, log, saveMessage, distDir, searches } = options
  const { now = Date.now, monotonic = () => performance.now() } = options.times ?? {}
  const sharedIds = options.servers?.sharedIds
  const system = await openSystem({ ...options.system, config, log, sharedIds, monotonic })
  const { folder, close: closeFolder } = await openFolder(config, log)
  const serving = createServing({ folder, now, log })
  const puller = pullerOf(options, system, { folder, publish: serving.publish, now, monotonic })
  await puller.start()
  // What has been pulled before is served at once.
  const isComplete = puller.isReady()

  const content = await createSiteContent({
    config: { contentDir: folder.path, dataDir: config.dataDir, imageHosts: config.imageHosts },
    saveMessage,
    distDir,
    log,
    now,
    // What changes is known here: the folder is neither watched nor scanned.
    watch: false,
    pulled: {
      refresh: (call) => refreshInTime(puller, call, log),
      sendMedia: mediaFromSystem({ addresses: system.addresses, sendTo: system.sendTo }),
    },
    ...(searches && { searches }),
  })
  serving.start({ reload: content.reload, nextAt: () => content.nextAt?.() }, isComplete)
  // A pass may have ended meanwhile.
  if (puller.isReady()) await serving.publish()

  function checkServed(): void {
    if (!serving.isStarted())
      throw originError('network', new Error(`content is being pulled: ${puller.progress()}`))
  }

  return {
    ...content,
    async send(request) {
      if (!request.path.startsWith('/media/')) checkServed()
      return content.send(request)
    },
    async read(call, isPreview) {
      checkServed()
      return content.read(call, isPreview)
    },
    breakerState: system.breakerState,
    warnings: puller.warnings,
    pullFacts: puller.facts,
    changesOf: createChangesOf(system, puller, log),
    async close() {
      await puller.close()
      serving.close()
      await content.close()
      await system.close()
      await closeFolder()
    },
  }
}

/** For a preview: reads what the system has now, as far as it responds in time. */
async function refreshInTime(
  puller: ReturnType<typeof pullerOf>,
  call: CallMatch,
  log: PulledOptions['log'],
): Promise<void> {
  const work = puller.refresh(call)
  if (!work) return
  await inTime(work, previewMs, 'the content system').catch((err: unknown) =>
    log.warn({ err, call: call.name }, 'preview shows what was read before'),
  )
}

/** Reads what a webhook names. */
function createChangesOf(
  { readWebhook }: ContentSystem,
  { changed, refreshNamed }: ReturnType<typeof pullerOf>,
  log: PulledOptions['log'],
): NonNullable<EmbeddedOrigin['changesOf']> {
  return async (body) => {
    const entry = readWebhook(body)
    const work = entry ? entry !== 'nothing' && changed(entry) : refreshNamed(body)
    if (work === undefined) return undefined
    if (work) await work.catch((err) => log.warn({ err }, 'webhook: its entries could not be read'))
    // What changes follows from the difference of what is stored.
    return { changes: [], isRemoved: false }
  }
}

type PullerParts = {
  folder: PulledFolder
  publish: () => Promise<void>
  now: () => number
  monotonic: () => number
}

function pullerOf(
  { config, log, servers = {}, times }: PulledOptions,
  system: ContentSystem,
  { folder, publish, now, monotonic }: PullerParts,
) {
  const { pull, addresses, map } = system
  return createPuller({
    system: {
      pull,
      site: withLanguages(withFixedText(pull.site, map), folder, map),
      sections: map.sections,
      systemIn: system.start,
      checkAccess: system.checkAccess,
      forget: system.forget,
    },
    folder,
    log,
    publish,
    items: createItemWriter({
      pull,
      folder,
      addresses,
      facts: {
        sections: map.sections,
        languages: languagesFrom(map.site?.languages) ?? defaultLanguages,
      },
      log,
      now,
    }),
    checks: createChecks({ map, folder, log, now }),
    servers: { shared: servers.sharedPull, learnNumbers: system.learnNumbers, followMs: servers.followMs },
    times: { everyMs: config.syncSeconds * 1000, monotonic, pause: times?.pause },
  })
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
