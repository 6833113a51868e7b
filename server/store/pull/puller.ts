// Puller: when a content system is read. Polls, webhooks and previews, one after the other; failures and retries; several servers.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { CallMatch } from '../../../shared/api/calls.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { PullFacts } from '../../base/origin.ts'
import { isOriginError } from '../../base/origin-error.ts'
import type { ChangedEntry, Pull, SiteReads, System } from '../../sources/systems/source.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import type { PulledFacts } from './item-file.ts'
import { createPasses } from './passes.ts'
import { callNamed, itemNamed } from './previewed.ts'
import { createPartReader } from './read-parts.ts'
import { createRemovals, type Removals, releaseFile } from './removals.ts'
import { createSharedCopy, type SharedPull } from './shared-copy.ts'
import { type PulledState, readState, stateFile } from './state.ts'
import type { ItemWriter } from './write-items.ts'

type Options = {
  pull: Pull
  site: SiteReads
  folder: PulledFolder
  items: ItemWriter
  checks: Checks
  /** A System for the requests of one step. `onDate`: the time of the system, as its responses have it. */
  systemIn: (locale: Locale, onDate?: (date: string) => void) => System
  /** Rejects with OriginError where the system does not answer to the token. */
  checkAccess: () => Promise<void>
  /** What the system has told of its types. */
  forget: () => void
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Where several servers share what one of them pulls. */
  shared?: SharedPull | undefined
  /** Stores the numbers of items that other servers have read. */
  learnNumbers?: () => Promise<void>
  /** Milliseconds between readings of what other servers have changed; default: a second. */
  followMs?: number | undefined
  /** Milliseconds between polls. */
  everyMs: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** Resolves after a time, or rejects when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The clocks of several servers of one system. */
const overlapMs = 90_000
const mostRetryMs = 300_000
const firstRetryMs = 1000
const progressEveryMs = 5000
/** Passes after which the token is checked again. */
const accessEvery = 2
/** Between readings of what other servers have changed. */
const defaultFollowMs = 1000
/** Passes that fail one after the other, after which another server may try. */
const mostFailures = 3
/** Webhooks that are read again; after more everything is. */
const mostMissed = 100
/** The lists of a preview are of one pass. */
const freshMs = 1000

export function createPuller(options: Options) {
  const { pull, site, folder, items, checks, checkAccess, forget, log, everyMs, monotonic } = options
  const pause = options.pause ?? ((ms, signal) => sleep(ms, undefined, { ref: false, signal }))
  const closing = new AbortController()
  let state: PulledState | undefined
  const startedAt = monotonic()
  let passedAt = Number.NEGATIVE_INFINITY
  /** When the lists of previews have been read, by kind. */
  const refreshed = new Map<string, number>()
  let polls = 0
  let warning: string | undefined
  /** The time of the system at the beginning of a pass. */
  let began: string | undefined
  let running: Promise<void> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let wake = () => {}
  const ready = Promise.withResolvers<void>()
  /** What webhooks have named while it could not be published. */
  const missed: ChangedEntry[] = []
  let following: Promise<void> | undefined

  const systemIn = (locale: Locale) =>
    options.systemIn(locale, (date) => {
      began ??= date
    })

  /** One step at a time: polls and webhooks write the same files. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(() => {
      closing.signal.throwIfAborted()
      return work()
    })
    queue = result.catch(() => {})
    return result
  }

  const reader = createPartReader({
    ...{ pull, folder, items, systemIn, checks, signal: closing.signal },
    removals: () => removals,
  })
  const removals: Removals = createRemovals({ folder, readAgain: reader.readAgain, checkAccess, log })
  const passes = createPasses({
    ...{ pull, site, folder, items, systemIn, reader, removals },
    ...{ checks, forget, monotonic },
  })
  const copy =
    options.shared &&
    createSharedCopy({
      ...{ shared: options.shared, folder, items, log, monotonic },
      ...{ learnNumbers: options.learnNumbers ?? (async () => {}), onState: received },
    })

  async function pass(): Promise<void> {
    began = undefined
    if (polls++ % accessEvery === 0 && pull.isOpen) await checkAccess()
    const found = await passes.run(state)
    state = { ...found, held: removals.held(), since: sinceOf(began) ?? state?.since ?? '' }
    await folder.write(stateFile, JSON.stringify(state))
    copy?.completed()
    await rm(join(folder.path, releaseFile), { force: true })
    passedAt = monotonic()
    ready.resolve()
  }

  /** Resolves when the folder has what a call shows, as the system has it now; undefined where the call shows no item. */
  function refresh(call: CallMatch): Promise<void> | undefined {
    const named = state && itemNamed(call)
    if (!named) return undefined
    return alone(async () => {
      const isRead = typeof named === 'function' && (await readShown(named))
      // It may have been made since the last pass.
      if (!isRead) await readLatest(typeof named === 'function' ? undefined : named.list)
      await copy?.publish()
    })
  }

  /** Whether there are such items. */
  async function readShown(isShown: (facts: PulledFacts) => boolean): Promise<boolean> {
    const files = [...folder.known].filter(([, facts]) => isShown(facts)).map(([file]) => file)
    if (files.length > 0) await passes.readFiles(files)
    return files.length > 0
  }

  /** Of one kind, where its entries can be read without the others. */
  async function readLatest(kind?: string): Promise<void> {
    if (monotonic() - (refreshed.get(kind ?? '') ?? Number.NEGATIVE_INFINITY) <= freshMs) return
    refreshed.set(kind ?? '', monotonic())
    if (kind !== undefined && state && (await passes.readKind(kind, state))) return
    await poll()
    await passes.readDrafts()
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
    warning = heldWarning()
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
    if (passes.willWalk()) wake()
    if (!copy || (await copy.publish())) return
    if (missed.length < mostMissed) missed.push(entry)
    else passes.walkAll()
  }

  async function follow({ follow: apply, isCurrent }: NonNullable<typeof copy>): Promise<void> {
    await apply()
    if (missed.length === 0 || !isCurrent()) return
    for (const entry of missed.splice(0))
      await change(entry).catch((err: unknown) =>
        log.warn({ err, type: entry.type }, 'webhook: not read again'),
      )
  }

  async function followAll(of: NonNullable<typeof copy>): Promise<void> {
    try {
      for (;;) {
        await sleep(options.followMs ?? defaultFollowMs, undefined, { ref: false, signal: closing.signal })
        await alone(() => follow(of))
      }
    } catch (error) {
      if (!closing.signal.aborted) throw error
    }
  }

  async function run(): Promise<void> {
    let failures = 0
    let toldAt = monotonic()
    const tell = setInterval(() => {
      if (state || monotonic() - toldAt < progressEveryMs) return
      toldAt = monotonic()
      log.info({ progress: reader.progress() }, 'content is being pulled')
    }, progressEveryMs)
    tell.unref()
    try {
      for (;;) {
        const started = monotonic()
        const isFirst = state === undefined
        try {
          const hasPolled = await alone(poll)
          if (hasPolled && (isFirst || warning))
            log.info({ items: folder.known.size, ms: Math.round(monotonic() - started) }, 'content pulled')
          failures = 0
          if (hasPolled) warning = heldWarning()
        } catch (err) {
          if (closing.signal.aborted) return
          failures++
          tellFailure(err)
          if (failures >= mostFailures) await copy?.release()
        }
        const usual = state === undefined ? firstRetryMs : everyMs
        const wait = failures === 0 ? everyMs : Math.min(mostRetryMs, usual * 2 ** Math.min(failures - 1, 8))
        const woken = Promise.withResolvers<void>()
        wake = woken.resolve
        await Promise.race([pause(wait * (0.9 + 0.2 * Math.random()), closing.signal), woken.promise])
      }
    } catch (error) {
      if (!closing.signal.aborted) throw error
    } finally {
      clearInterval(tell)
    }
  }

  function tellFailure(err: unknown): void {
    const status = isOriginError(err) ? err.status : 0
    const isDenied = status === 401 || status === 403
    const found = !isOriginError(err)
      ? 'content not stored'
      : isDenied
        ? 'source denied'
        : 'source unreachable'
    const text = `content system: ${failureTexts[found]}`
    if (warning !== text) log.warn({ err }, found)
    warning = text
  }

  return {
    /** Resolves when everything has been pulled once, by this server or an earlier one. */
    ready: ready.promise,
    isReady: () => state !== undefined,
    progress: reader.progress,
    /** For operators, without URLs. */
    warnings: (): string[] => [
      ...(state ? [] : [`content system: being pulled: ${reader.progress()}`]),
      ...(warning ? [warning] : []),
      ...checks.warnings(),
    ],
    facts: (): PullFacts => ({
      /** Seconds since the last complete pass, of this process or one that it has received, or its start. */
      ageSeconds: (monotonic() - Math.max(passedAt, startedAt)) / 1000,
      held: removals.held().length,
    }),
    async start(): Promise<void> {
      await load()
      running = run()
      following = copy && followAll(copy)
    },
    /** What a webhook names; resolves when it is in the folder. */
    changed: (entry: ChangedEntry) =>
      alone(async () => {
        if (state) await change(entry)
      }),
    /** As `changed`, for a body in the plain form of this site; undefined for another one. */
    refreshNamed(body: Record<string, unknown>): Promise<void> | undefined {
      const named = callNamed(body)
      if (!named) return undefined
      return named === 'site' ? alone(() => readSite()) : refresh(named)
    },
    refresh,
    async close(): Promise<void> {
      closing.abort()
      wake()
      await running
      await following
      await queue
      await copy?.close()
    },
  }
}

const failureTexts = {
  'source denied': 'access denied (API_TOKEN)',
  'source unreachable': 'not reachable, or no usable response',
  'content not stored': 'what it sent could not be stored',
}

function sinceOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : new Date(time - overlapMs).toISOString()
}
