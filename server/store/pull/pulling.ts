// Pulling: passes over a content system, and the state of what has been pulled.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '../../../shared/locale.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import { createPasses } from './passes.ts'
import type { PollTimes } from './poll-loop.ts'
import { createPartReader } from './read-parts.ts'
import { createRemovals, type Removals, releaseFile } from './removals.ts'
import { type PulledState, readState, stateFile } from './state.ts'
import type { PulledSystem } from './system-types.ts'
import type { ItemWriter } from './write-items.ts'

export type PullingOptions = {
  system: PulledSystem
  folder: PulledFolder
  items: ItemWriter
  checks: Checks
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  times: PollTimes
}
export type Pulling = ReturnType<typeof createPulling>

/** The clocks of several servers of one system. */
const overlapMs = 90_000
/** Passes after which the token is checked again. */
const accessEvery = 2

/** `completed` is called when a pass has ended; `signal` aborts when the puller is closed. */
export function createPulling(
  { system, folder, items, checks, log, times }: PullingOptions,
  signal: AbortSignal,
  completed: () => void,
) {
  const { pull, checkAccess } = system
  const { monotonic } = times
  const ready = Promise.withResolvers<void>()
  let state: PulledState | undefined
  /** When the last complete pass has ended, or else this process has started. */
  let passedAt = monotonic()
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

  /** At the start, and when another server has completed a pass. */
  async function load(): Promise<void> {
    state = await readState(folder.path)
    if (!state) return
    if (checks.load(state)) passes.walkAll()
    removals.keep(state.held)
    passedAt = monotonic()
    ready.resolve()
  }

  return {
    reader,
    removals,
    passes,
    pass,
    load,
    /** Resolves when everything has been pulled once. */
    ready: ready.promise,
    isReady: () => state !== undefined,
    state: () => state,
    ageSeconds: () => (monotonic() - passedAt) / 1000,
  }
}

function sinceOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : new Date(time - overlapMs).toISOString()
}
