// Puller: keeps the folder of a content system's items as the system has them. No date is trusted: what dates show is read with each
// poll, what counts show at once, and everything again in turn.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { CallMatch } from '../../../shared/api/calls.ts'
import { isApiError } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { PullFacts } from '../../base/origin.ts'
import { isOriginError, originError } from '../../base/origin-error.ts'
import { merged, type Noticed, nothingNoticed } from '../../sources/systems/noticed.ts'
import type {
  ChangedEntry,
  Pull,
  PulledItem,
  PulledPart,
  SiteReads,
  Slice,
  System,
} from '../../sources/systems/source.ts'
import type { createChecks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import type { PulledFacts } from './item-file.ts'
import { callNamed, itemNamed, itemsPart } from './previewed.ts'
import { createRemovals, releaseFile } from './removals.ts'
import { readSiteFiles } from './site-files.ts'
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
  /** Milliseconds between polls. */
  everyMs: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** Resolves after a time, or rejects when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

type Checks = ReturnType<typeof createChecks>

/** A walk through the entries of a part. */
type Walk = { part: PulledPart; start: number; seen: Set<string>; before: string[]; noticed: Noticed }

const describeEveryMs = 300_000
/** The clocks of several servers of one system. */
const overlapMs = 90_000
const mostRetryMs = 300_000
const firstRetryMs = 1000
const progressEveryMs = 5000
/** Passes after which the token is checked again. */
const accessEvery = 2
/** Of a part. */
const mostEntries = 100_000
/** Keys of one request. */
const keysAtOnce = 50
const notFound = 404
/** Previews of lists within this time are of one pass. */
const freshMs = 5000

export function createPuller(options: Options) {
  const { pull, site, folder, items, checks, checkAccess, forget, log, everyMs, monotonic } = options
  const pause = options.pause ?? ((ms, signal) => sleep(ms, undefined, { ref: false, signal }))
  const closing = new AbortController()
  let state: PulledState | undefined
  let parts: PulledPart[] = []
  const startedAt = monotonic()
  let [describedAt, passedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [walk, turn, shouldWalk]: [Walk | undefined, number, boolean] = [undefined, 0, false]
  let [isSiteDue, areDraftsDue] = [false, false]
  let progress = 'the first pull begins'
  let passes = 0
  /** Of the parts that have been pulled, where an outage interrupts the first pass. */
  const firstTotals: PulledState['totals'] = {}
  let warning: string | undefined
  /** The time of the system at the beginning of a pass. */
  let began: string | undefined
  /** What the system had noted at the last pass. */
  let known: ReadonlySet<string> = new Set()
  let running: Promise<void> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let wake = () => {}
  const ready = Promise.withResolvers<void>()
  const removals = createRemovals({ folder, readAgain, checkAccess, log })

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

  const polled = () => parts.filter(({ isDrafts }) => !isDrafts)
  const partOf = (file: string) => folder.known.get(file)?.part
  const entryOf = (file: string) => folder.known.get(file)?.entry ?? ''
  const filesOf = (part: string) => [...folder.known.keys()].filter((file) => partOf(file) === part)

  const write = async (part: PulledPart, found: PulledItem[]) =>
    items.write(part.name, await checks.kept(part.name, found), systemIn('zh'))

  /** A response over the limit is requested again in smaller slices. */
  async function sliceOf(part: PulledPart, start: number, count: number): Promise<Slice & { asked: number }> {
    try {
      const slice = await part.slice(systemIn('zh'), start, count)
      return { ...slice, asked: count }
    } catch (error) {
      if (!isTooLarge(error) || count === 1) throw error
      return sliceOf(part, start, Math.ceil(count / 4))
    }
  }

  /** Rejects where a slice has nothing that earlier ones had not. */
  async function writeNew(part: PulledPart, found: PulledItem[], seen: Set<string>): Promise<void> {
    const before = seen.size
    for (const file of await write(part, found)) seen.add(file)
    if (found.length > 0 && seen.size === before) throw endless(part)
  }

  /** One more slice of a walk; whether it has ended. */
  async function step(current: Walk): Promise<boolean> {
    const slice = await sliceOf(current.part, current.start, pull.count)
    await writeNew(current.part, slice.items, current.seen)
    current.noticed = merged(current.noticed, slice.noticed)
    if (current.start > mostEntries) throw endless(current.part)
    current.start += slice.asked
    progress = `${current.part.name} ${Math.min(current.start, slice.total)} of ${slice.total}`
    return slice.read < slice.asked
  }

  const walkOf = (part: PulledPart): Walk => ({
    ...{ part, start: 0, seen: new Set<string>(), noticed: nothingNoticed },
    before: filesOf(part.name),
  })

  /** What the walk has not found is asked for by its keys. */
  async function endWalk({ part, before, seen, noticed }: Walk): Promise<void> {
    if (!part.isDrafts) checks.walked(part.name, noticed)
    const missing = before.filter((file) => !seen.has(file))
    await removals.remove(part.name, part, missing, before.length, part.isDrafts)
  }

  async function walkThrough(part: PulledPart): Promise<void> {
    const current = walkOf(part)
    while (!(await step(current))) closing.signal.throwIfAborted()
    await endWalk(current)
  }

  async function describe(): Promise<void> {
    if (monotonic() - describedAt < describeEveryMs) return
    forget()
    const found = await pull.parts(systemIn('zh'))
    if (found.length === 0 && folder.known.size > 0)
      throw originError('network', new Error('expected types with entries, as before'), notFound)
    parts = found
    if (checks.described(parts)) shouldWalk = true
    describedAt = monotonic()
    isSiteDue = true
    areDraftsDue = true
  }

  /** After the items, to which its menu leads. */
  async function writeSite(): Promise<void> {
    if (!isSiteDue) return
    const files = await readSiteFiles(site, systemIn, items.addressOf)
    for (const [file, text] of Object.entries(files)) await folder.write(file, text)
    isSiteDue = false
  }

  async function readSite(): Promise<void> {
    describedAt = Number.NEGATIVE_INFINITY
    await describe()
    await writeSite()
  }

  /** Types that do not exist any more, or have no entry. */
  async function removeParts(): Promise<void> {
    const names = new Set([...folder.known.values()].map(({ part }) => part))
    for (const { name } of parts) names.delete(name)
    for (const name of names) {
      const files = filesOf(name)
      await removals.remove(name, undefined, files, files.length)
    }
  }

  /** What a webhook names, or the system has noted. */
  async function readNamed(entry: ChangedEntry): Promise<void> {
    const system = systemIn('zh')
    const change = await pull.changeOf(system, entry)
    if (change === 'all') {
      describedAt = Number.NEGATIVE_INFINITY
      shouldWalk = true
    } else if (change === 'site') await readSite()
    else for (const { part, entries } of change) await readEntries(part, entries)
  }

  async function readEntries(part: PulledPart, entries: string[]): Promise<void> {
    const before = filesOf(part.name).filter((file) => entries.includes(entryOf(file)))
    const there = await readAgain(part, entries)
    const gone = before.filter((file) => !there.has(file))
    await removals.remove(part.name, part, gone, before.length, true)
  }

  /** Resolves with the files of those that the system has. */
  async function readAgain(part: PulledPart, entries: string[]): Promise<Set<string>> {
    const there = new Set<string>()
    for (let start = 0; start < entries.length; start += keysAtOnce) {
      const found = await part.read(systemIn('zh'), entries.slice(start, start + keysAtOnce))
      for (const file of await write(part, found)) there.add(file)
    }
    return there
  }

  /** Items in both editions. */
  async function readFiles(files: string[]): Promise<void> {
    if (parts.length === 0) await describe()
    for (const part of parts) {
      const own = files.filter((file) => itemsPart(partOf(file)) === itemsPart(part.name))
      if (own.length > 0) await readEntries(part, [...new Set(own.map(entryOf))])
    }
  }

  async function readChanged(part: PulledPart, since: string): Promise<void> {
    const seen = new Set<string>()
    for (let start = 0; start <= mostEntries; start += pull.count) {
      const slice = await part.changed(systemIn('zh'), since, start, pull.count)
      if (!slice) return
      await writeNew(part, slice.items, seen)
      if (slice.read < pull.count) return
    }
    throw endless(part)
  }

  /** Texts whose links can be resolved now. */
  async function relink(): Promise<void> {
    const byPart = Map.groupBy(items.resolvable(), partOf)
    for (const part of parts) await readAgain(part, [...new Set((byPart.get(part.name) ?? []).map(entryOf))])
  }

  async function readDrafts(): Promise<void> {
    if (areDraftsDue) for (const part of parts) if (part.isDrafts) await walkThrough(part)
    areDraftsDue = false
  }

  /** Both passes resolve with the totals. */
  async function firstPass(): Promise<PulledState['totals']> {
    for (const part of parts) {
      if (firstTotals[part.name] !== undefined) continue
      await walkThrough(part)
      firstTotals[part.name] = await part.total(systemIn('zh'))
    }
    areDraftsDue = false
    return firstTotals
  }

  async function nextPass({ since, totals }: PulledState): Promise<PulledState['totals']> {
    const found: PulledState['totals'] = {}
    const noted = since ? await pull.noted?.(systemIn('zh'), since) : undefined
    const read = new Set(noted?.map((entry) => JSON.stringify(entry)))
    // The times of two passes overlap.
    for (const entry of noted ?? []) if (!known.has(JSON.stringify(entry))) await readNamed(entry)
    for (const part of polled()) {
      if (since && !noted) await readChanged(part, since)
      const total = await part.total(systemIn('zh'))
      if (total !== totals[part.name] || shouldWalk) await walkThrough(part)
      found[part.name] = total
    }
    shouldWalk = false
    await readDrafts()
    await removeParts()
    await verify()
    known = read
    return found
  }

  /** One slice of the parts in turn. */
  async function verify(): Promise<void> {
    const turns = polled()
    const current = walk ?? (turns.length > 0 ? walkOf(turns[turn++ % turns.length]!) : undefined)
    // One that fails is not continued: its entries may have moved since.
    walk = undefined
    if (!current) return
    if (await step(current)) await endWalk(current)
    else walk = current
  }

  async function pass(): Promise<void> {
    began = undefined
    if (passes++ % accessEvery === 0 && pull.isOpen) await checkAccess()
    await describe()
    const totals = state ? await nextPass(state) : await firstPass()
    await relink()
    await writeSite()
    await checks.run()
    state = {
      ...{ totals, held: removals.held(), since: sinceOf(began) ?? state?.since ?? '' },
      verified: walk && { part: walk.part.name, start: walk.start },
      ...checks.state(),
    }
    await folder.write(stateFile, JSON.stringify(state))
    await rm(join(folder.path, releaseFile), { force: true })
    passedAt = monotonic()
    ready.resolve()
  }

  /** Resolves when the folder has what a call shows, as the system has it now; undefined where the call shows no item. */
  function refresh(call: CallMatch): Promise<void> | undefined {
    const named = state && itemNamed(call)
    if (!named) return undefined
    return alone(async () => {
      const isShown = ([, facts]: [string, PulledFacts]) => named !== 'list' && named(facts)
      const files = [...folder.known].filter(isShown).map(([file]) => file)
      if (files.length > 0) await readFiles(files)
      // It may have been made since the last pass.
      else if (monotonic() - passedAt > freshMs) {
        areDraftsDue = true
        await pass()
      }
    })
  }

  async function load(): Promise<void> {
    state = await readState(folder.path)
    if (!state) return
    if (checks.load(state)) shouldWalk = true
    removals.keep(state.held)
    ready.resolve()
  }

  async function run(): Promise<void> {
    let failures = 0
    let toldAt = monotonic()
    const tell = setInterval(() => {
      if (state || monotonic() - toldAt < progressEveryMs) return
      toldAt = monotonic()
      log.info({ progress }, 'content is being pulled')
    }, progressEveryMs)
    tell.unref()
    try {
      for (;;) {
        const started = monotonic()
        const isFirst = state === undefined
        try {
          await alone(pass)
          if (isFirst || warning)
            log.info({ items: folder.known.size, ms: Math.round(monotonic() - started) }, 'content pulled')
          failures = 0
          warning = removals.held().length > 0 ? 'content system: removals are held' : undefined
        } catch (err) {
          if (closing.signal.aborted) return
          failures++
          tellFailure(err)
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
    progress: () => progress,
    /** For operators, without URLs. */
    warnings: (): string[] => [
      ...(state ? [] : [`content system: being pulled: ${progress}`]),
      ...(warning ? [warning] : []),
      ...checks.warnings(),
    ],
    facts: (): PullFacts => ({
      /** Seconds since the last complete pass of this process, or its start. */
      ageSeconds: (monotonic() - Math.max(passedAt, startedAt)) / 1000,
      held: removals.held().length,
    }),
    async start(): Promise<void> {
      await load()
      running = run()
    },
    /** What a webhook names; resolves when it is in the folder. */
    changed: (entry: ChangedEntry) =>
      alone(async () => {
        if (!state) return
        if (parts.length === 0) await describe()
        await readNamed(entry)
        if (shouldWalk) wake()
        await relink()
      }),
    /** As `changed`, for a body in the plain form of this site; undefined for another one. */
    refreshNamed(body: Record<string, unknown>): Promise<void> | undefined {
      const named = callNamed(body)
      if (!named) return undefined
      return named === 'site' ? alone(async () => void (state && (await readSite()))) : refresh(named)
    },
    refresh,
    async close(): Promise<void> {
      closing.abort()
      wake()
      await running
      await queue
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

function endless({ name }: PulledPart): Error {
  return originError('content', new Error(`${name}: expected pages of different entries that end`))
}

function isTooLarge(error: unknown): boolean {
  const { cause } = error as Error
  return isApiError(cause) && cause.kind === 'content'
}
