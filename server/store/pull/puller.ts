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
import { createPasses } from './passes.ts'
import { createPollLoop, type PollTimes } from './poll-loop.ts'
import { createPreviewReads } from './preview-reads.ts'
import { callNamed, itemNamed } from './previewed.ts'
import { createPartReader } from './read-parts.ts'
import { createRemovals, type Removals, releaseFile } from './removals.ts'
import { createSharedCopy, type SharedCopy, type SharedPull } from './shared-copy.ts'
import { type PulledState, readState, stateFile } from './state.ts'
import type { PulledSystem } from './system-types.ts'
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
  const { folder, checks, log, publish, servers, times } = options
  const { monotonic } = times
  const closing = new AbortController()
  const pulling = createPulling(options, closing.signal, () => copy?.completed())
  const { reader, removals, passes, state, isReady } = pulling
  const { alone, end } = createSteps(closing.signal, () => (isReady() ? publish() : undefined))
  const readForPreview = createPreviewReads({ folder, passes, poll, state, monotonic })
  const copy = copyFor(options, received)
  const refreshes = createRefreshes({
    sections: options.system.sections,
    pulling,
    alone,
    copy,
    readForPreview,
  })
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  /** Another server has completed a pass. */
  async function received(): Promise<void> {
    await pulling.received()
    loop.received()
  }

  const heldWarning = () => (removals.held().length > 0 ? 'content system: removals are held' : undefined)

  /** A pass, where this server is the one that polls; resolves with whether it is. */
  async function poll(): Promise<boolean> {
    // This server polls where removals have been released in its folder, or a webhook has named everything.
    if (await removals.isReleased()) passes.walkAll()
    if (copy && !(await copy.mayPoll(passes.willWalk()))) return false
    try {
      await pulling.pass()
    } finally {
      await copy?.publish()
    }
    return true
  }

  /** Reads what a webhook names, for all servers. */
  async function change(entry: ChangedEntry): Promise<void> {
    await passes.readNamed(entry)
    if (passes.willWalk()) loop.wake()
    if ((await follower?.publish(entry)) === false) passes.walkAll()
  }

  const follower =
    copy && createFollower({ copy, change, alone, log, signal: closing.signal, followMs: servers?.followMs })
  const loop = createPollLoop({
    log,
    times: { ...times, signal: closing.signal },
    poll: () => alone(poll),
    heldWarning,
    isReady,
    items: () => folder.known.size,
    progress: reader.progress,
    release: async () => copy?.release(),
  })

  return {
    /** Resolves when everything has been pulled once, by this server or an earlier one. */
    ready: pulling.ready,
    isReady,
    progress: reader.progress,
    /** For operators, without URLs. */
    warnings: (): string[] => [
      ...(isReady() ? [] : [`content system: being pulled: ${reader.progress()}`]),
      ...loop.warnings(),
      ...checks.warnings(),
    ],
    facts: (): PullFacts => ({
      /** Seconds since the last complete pass, of this process or one that it has received, or its start. */
      ageSeconds: pulling.ageSeconds(),
      held: removals.held().length,
    }),
    async start(): Promise<void> {
      await pulling.load()
      running = loop.run()
      following = follower?.run()
    },
    /** Reads what a webhook names; resolves when it is served. */
    changed: (entry: ChangedEntry) =>
      alone(async () => {
        if (isReady()) await change(entry)
      }),
    ...refreshes,
    async close(): Promise<void> {
      closing.abort()
      loop.wake()
      await running
      await following
      await end()
      await copy?.close()
    },
  }
}

function copyFor({ servers, folder, items, log, times }: PullerOptions, onState: () => Promise<void>) {
  const { shared, learnNumbers } = servers ?? {}
  if (!shared || !learnNumbers) return undefined
  return createSharedCopy({ shared, folder, items, log, monotonic: times.monotonic, learnNumbers, onState })
}

type RefreshesOptions = {
  sections: PulledSystem['sections']
  pulling: Pick<ReturnType<typeof createPulling>, 'passes' | 'isReady'>
  alone: ReturnType<typeof createSteps>['alone']
  copy: SharedCopy | undefined
  readForPreview: ReturnType<typeof createPreviewReads>
}

/** Reads what is named again: for previews, and for webhooks in the plain form of this site. */
function createRefreshes({ sections, pulling, alone, copy, readForPreview }: RefreshesOptions) {
  const { passes, isReady } = pulling

  /** Resolves when what a call shows is served as the system has it now; undefined where the call shows no item. */
  function refresh(call: CallMatch): Promise<void> | undefined {
    const named = isReady() && itemNamed(call)
    if (!named) return undefined
    return alone(async () => {
      await readForPreview(named)
      await copy?.publish()
    })
  }

  async function readSite(): Promise<void> {
    if (!isReady()) return
    await passes.readSite()
    await copy?.publish()
  }

  return {
    refresh,
    /** Resolves as `changed` of the puller does, for a body in the plain form of this site; undefined for another one. */
    refreshNamed(body: Record<string, unknown>): Promise<void> | undefined {
      const named = callNamed(body, sections)
      if (!named) return undefined
      return named === 'site' ? alone(() => readSite()) : refresh(named)
    },
  }
}

/** Passes over the system, and the state of what has been pulled. */
function createPulling(
  { system, folder, items, checks, log, times }: PullerOptions,
  signal: AbortSignal,
  completed: () => void,
) {
  const { pull, checkAccess } = system
  const { monotonic } = times
  const startedAt = monotonic()
  const ready = Promise.withResolvers<void>()
  let state: PulledState | undefined
  let passedAt = Number.NEGATIVE_INFINITY
  let polls = 0
  /** The time of the system at the beginning of a pass. */
  let began: string | undefined

  const systemIn = (locale: Locale) =>
    system.systemIn(locale, (date) => {
      began ??= date
    })

  const reader = createPartReader({ pull, folder, items, systemIn, checks, signal, removals: () => removals })
  const removals: Removals = createRemovals({ folder, readAgain: reader.readAgain, checkAccess, log })
  const timed = { ...system, systemIn }
  const passes = createPasses({ system: timed, folder, items, reader, removals, checks, monotonic })

  async function pass(): Promise<void> {
    began = undefined
    if (polls++ % accessEvery === 0 && pull.isOpen) await checkAccess()
    const passed = await passes.run(state)
    state = { ...passed, held: removals.held(), since: sinceOf(began) ?? state?.since ?? '' }
    await folder.write(stateFile, JSON.stringify(state))
    completed()
    await rm(join(folder.path, releaseFile), { force: true })
    passedAt = monotonic()
    ready.resolve()
  }

  async function load(): Promise<void> {
    state = await readState(folder.path)
    if (!state) return
    if (checks.load(state)) passes.walkAll()
    removals.keep(state.held)
    ready.resolve()
  }

  return {
    reader,
    removals,
    passes,
    pass,
    load,
    async received(): Promise<void> {
      await load()
      passedAt = monotonic()
    },
    /** Resolves when everything has been pulled once. */
    ready: ready.promise,
    isReady: () => state !== undefined,
    state: () => state,
    /** Since the last complete pass, else since the start. */
    ageSeconds: () => (monotonic() - Math.max(passedAt, startedAt)) / 1000,
  }
}

/** Steps of reading, one after the other. */
function createSteps(signal: AbortSignal, publish: () => Promise<void> | undefined) {
  let queue: Promise<unknown> = Promise.resolve()

  /**
   * One step at a time: polls and webhooks write the same files. Resolves when what it has written is served; the next step does not
   * wait for that, so that many webhooks are one reading.
   */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(() => {
      signal.throwIfAborted()
      return work()
    })
    queue = result.catch(() => {})
    return result.finally(() => (signal.aborted ? undefined : publish()))
  }

  return { alone, end: () => queue }
}

function sinceOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : new Date(time - overlapMs).toISOString()
}
