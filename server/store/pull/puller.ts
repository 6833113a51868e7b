// Puller: when a content system is read. Polls, webhooks and previews, one after the other; several servers.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { CallMatch } from '../../../shared/api/calls.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { PullFacts } from '../../base/origin.ts'
import type { ChangedEntry } from '../../sources/systems/source.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import { createFollower } from './follower.ts'
import { createPasses, type PulledSystem } from './passes.ts'
import { createPollLoop, type PollTimes } from './poll-loop.ts'
import { createPreviewReads } from './preview-reads.ts'
import { callNamed, itemNamed } from './previewed.ts'
import { createPartReader } from './read-parts.ts'
import { createRemovals, type Removals, releaseFile } from './removals.ts'
import { createSharedCopy, type SharedPull } from './shared-copy.ts'
import { type PulledState, readState, stateFile } from './state.ts'
import type { ItemWriter } from './write-items.ts'

type PullerOptions = {
  system: PulledSystem
  folder: PulledFolder
  items: ItemWriter
  checks: Checks
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Where several servers share what one of them pulls. */
  servers?: {
    shared: SharedPull | undefined
    /** Stores the numbers of items that other servers have read. */
    learnNumbers: () => Promise<void>
    /** Milliseconds between readings of what other servers have changed; default: a second. */
    followMs: number | undefined
  }
  /** Called after each step that may have written files; never rejects. */
  publish: () => Promise<void>
  times: PollTimes
}

/** The clocks of several servers of one system. */
const overlapMs = 90_000
/** Passes after which the token is checked again. */
const accessEvery = 2

export function createPuller(options: PullerOptions) {
  const { folder, items, checks, log, publish, servers, times } = options
  const { pull, checkAccess } = options.system
  const { monotonic } = times
  const closing = new AbortController()
  let state: PulledState | undefined
  const startedAt = monotonic()
  let passedAt = Number.NEGATIVE_INFINITY
  let polls = 0
  /** The time of the system at the beginning of a pass. */
  let began: string | undefined
  let running: Promise<void> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const ready = Promise.withResolvers<void>()
  let following: Promise<void> | undefined

  const systemIn = (locale: Locale) =>
    options.system.systemIn(locale, (date) => {
      began ??= date
    })

  /**
   * One step at a time: polls and webhooks write the same files. Resolves when what it has written is served; the next step does not
   * wait for that, so that many webhooks are one reading.
   */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(() => {
      closing.signal.throwIfAborted()
      return work()
    })
    queue = result.catch(() => {})
    return result.finally(() => (state && !closing.signal.aborted ? publish() : undefined))
  }

  const reader = createPartReader({
    pull,
    folder,
    items,
    systemIn,
    checks,
    signal: closing.signal,
    removals: () => removals,
  })
  const removals: Removals = createRemovals({ folder, readAgain: reader.readAgain, checkAccess, log })
  const system = { ...options.system, systemIn }
  const passes = createPasses({ system, folder, items, reader, removals, checks, monotonic })
  const readForPreview = createPreviewReads({ folder, passes, poll, state: () => state, monotonic })
  const { shared, learnNumbers, followMs } = servers ?? {}
  const copy =
    shared &&
    learnNumbers &&
    createSharedCopy({ shared, folder, items, log, monotonic, learnNumbers, onState: received })

  async function pass(): Promise<void> {
    began = undefined
    if (polls++ % accessEvery === 0 && pull.isOpen) await checkAccess()
    const passed = await passes.run(state)
    state = { ...passed, held: removals.held(), since: sinceOf(began) ?? state?.since ?? '' }
    await folder.write(stateFile, JSON.stringify(state))
    copy?.completed()
    await rm(join(folder.path, releaseFile), { force: true })
    passedAt = monotonic()
    ready.resolve()
  }

  /** Resolves when what a call shows is served as the system has it now; undefined where the call shows no item. */
  function refresh(call: CallMatch): Promise<void> | undefined {
    const named = state && itemNamed(call)
    if (!named) return undefined
    return alone(async () => {
      await readForPreview(named)
      await copy?.publish()
    })
  }

  async function readSite(): Promise<void> {
    if (!state) return
    await passes.readSite()
    await copy?.publish()
  }

  async function load(): Promise<void> {
    state = await readState(folder.path)
    if (!state) return
    if (checks.load(state)) passes.walkAll()
    removals.keep(state.held)
    ready.resolve()
  }

  /** Another server has completed a pass. */
  async function received(): Promise<void> {
    await load()
    passedAt = monotonic()
    loop.received()
  }

  const heldWarning = () => (removals.held().length > 0 ? 'content system: removals are held' : undefined)

  /** A pass, where this server is the one that polls; resolves with whether it is. */
  async function poll(): Promise<boolean> {
    // Wherever it has been released, or a webhook has named everything.
    if (await removals.isReleased()) passes.walkAll()
    if (copy && !(await copy.mayPoll(passes.willWalk()))) return false
    try {
      await pass()
    } finally {
      await copy?.publish()
    }
    return true
  }

  /** What a webhook names, for all servers. */
  async function change(entry: ChangedEntry): Promise<void> {
    await passes.readNamed(entry)
    if (passes.willWalk()) loop.wake()
    if ((await follower?.publish(entry)) === false) passes.walkAll()
  }

  const follower = copy && createFollower({ copy, change, alone, log, signal: closing.signal, followMs })
  const loop = createPollLoop({
    log,
    times: { ...times, signal: closing.signal },
    poll: () => alone(poll),
    heldWarning,
    isReady: () => state !== undefined,
    items: () => folder.known.size,
    progress: reader.progress,
    release: async () => copy?.release(),
  })

  return {
    /** Resolves when everything has been pulled once, by this server or an earlier one. */
    ready: ready.promise,
    isReady: () => state !== undefined,
    progress: reader.progress,
    /** For operators, without URLs. */
    warnings: (): string[] => [
      ...(state ? [] : [`content system: being pulled: ${reader.progress()}`]),
      ...loop.warnings(),
      ...checks.warnings(),
    ],
    facts: (): PullFacts => ({
      /** Seconds since the last complete pass, of this process or one that it has received, or its start. */
      ageSeconds: (monotonic() - Math.max(passedAt, startedAt)) / 1000,
      held: removals.held().length,
    }),
    async start(): Promise<void> {
      await load()
      running = loop.run()
      following = follower?.run()
    },
    /** What a webhook names; resolves when it is served. */
    changed: (entry: ChangedEntry) =>
      alone(async () => {
        if (state) await change(entry)
      }),
    /** As `changed`, for a body in the plain form of this site; undefined for another one. */
    refreshNamed(body: Record<string, unknown>): Promise<void> | undefined {
      const named = callNamed(body, options.system.sections)
      if (!named) return undefined
      return named === 'site' ? alone(() => readSite()) : refresh(named)
    },
    refresh,
    async close(): Promise<void> {
      closing.abort()
      loop.wake()
      await running
      await following
      await queue
      await copy?.close()
    },
  }
}

function sinceOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : new Date(time - overlapMs).toISOString()
}
