// Passes: what of a system is read at a time. No date is trusted: what dates show is read with each pass, what counts show at once, and
// everything again in turn.
import type { ChangedEntry, PulledPart } from '../../sources/systems/source.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import { createNamedReads } from './named-reads.ts'
import { itemsPart } from './previewed.ts'
import type { PartReader, Walk } from './read-parts.ts'
import type { Removals } from './removals.ts'
import type { PulledState } from './state.ts'
import { createTypes, type Due, type PulledSystem, type Types } from './system-types.ts'
import type { ItemWriter } from './write-items.ts'

type PassesOptions = {
  system: PulledSystem
  folder: PulledFolder
  items: ItemWriter
  reader: PartReader
  removals: Removals
  checks: Checks
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

/** Entries that are verified with a poll, while visitors are served. */
const verifiedAtOnce = 100

type Totals = PulledState['totals']
export type Passes = ReturnType<typeof createPasses>

export function createPasses({ system, folder, items, reader, removals, checks, monotonic }: PassesOptions) {
  const { walkThrough } = reader
  const due: Due = { walk: false, site: false, drafts: false }
  const types = createTypes({ system, folder, checks, monotonic }, due)
  const named = createNamedReads({ system, folder, items, reader, types }, due)
  const changed = createChangedReads({ system, reader, readNamed: named.readNamed }, due)
  const drafts = createDraftReads({ types, changed, reader }, due)
  const verification = createVerification(system.pull.count, reader)
  /** Totals of the parts that have been pulled, where an outage interrupts the first pass. */
  const firstTotals: Totals = {}

  /** Both passes resolve with the totals. */
  async function firstPass(): Promise<Totals> {
    for (const part of types.polled()) firstTotals[part.name] ??= await walkThrough(part)
    return firstTotals
  }

  async function nextPass(state: PulledState): Promise<Totals> {
    const totals: Totals = {}
    const noted = await changed.read(types.polled, state, totals)
    due.walk = false
    await drafts.readDue()
    await removeParts({ folder, removals }, types.parts())
    await verification.next(types.polled())
    changed.passed(noted)
    return totals
  }

  return {
    /** Resolves with the state after the pass, without what is held and its time. */
    async run(state: PulledState | undefined): Promise<Omit<PulledState, 'since' | 'held'>> {
      await types.describe()
      const totals = state ? await nextPass(state) : await firstPass()
      await named.relink()
      await named.writeSite()
      await checks.run()
      return { totals, verified: verification.place(), ...checks.state() }
    },
    /** Reads what a webhook names, with the texts that link to it. */
    async readNamed(entry: ChangedEntry): Promise<void> {
      await types.known()
      await named.readNamed(entry)
      await named.relink()
    },
    readSite: named.readSite,
    readFiles: named.readFiles,
    readKind: drafts.readKind,
    readDrafts: drafts.read,
    /** The next pass reads everything. */
    walkAll: () => {
      due.walk = true
    },
    willWalk: () => due.walk,
  }
}

type ChangedReadsOptions = {
  system: Pick<PulledSystem, 'pull' | 'systemIn'>
  reader: PartReader
  readNamed: (entry: ChangedEntry) => Promise<void>
}

/** Reads what the system has noted as changed, and what dates and counts show. */
function createChangedReads({ system, reader, readNamed }: ChangedReadsOptions, due: Due) {
  const notes = createNotes(system)

  /** Resolves with the number of all entries. `since`: '' for what is noted already. */
  async function readPart(part: PulledPart, since: string, before: number | undefined): Promise<number> {
    const { total, latest = since } = await part.head(system.systemIn('zh'))
    if (since && latest >= since) await reader.readChanged(part, since)
    if (total !== before || due.walk) await reader.walkThrough(part)
    return total
  }

  return {
    /** Writes the numbers of all entries into `after`; resolves with what the system has noted. */
    async read(
      parts: () => PulledPart[],
      { since, totals }: PulledState,
      after: Totals,
    ): Promise<Changes | undefined> {
      const noted = await notes.since(since)
      for (const entry of noted?.news ?? []) await readNamed(entry)
      for (const part of parts())
        after[part.name] = await readPart(part, noted ? '' : since, totals[part.name])
      return noted?.all
    },
    passed: notes.passed,
  }
}

type DraftReadsOptions = { types: Types; changed: ReturnType<typeof createChangedReads>; reader: PartReader }

/** Reads drafts that are versions of their own, and what the list of a preview shows. */
function createDraftReads({ types, changed, reader }: DraftReadsOptions, due: Due) {
  async function readDue(): Promise<void> {
    if (due.drafts) for (const part of types.parts()) if (part.isDrafts) await reader.walkThrough(part)
    due.drafts = false
  }

  return {
    readDue,
    async read(): Promise<void> {
      await types.known()
      due.drafts = true
      await readDue()
    },
    /** Public entries and drafts of a kind; false where they are not in parts of their own. */
    async readKind(kind: string, state: PulledState): Promise<boolean> {
      await types.known()
      const own = types.parts().filter(({ name }) => itemsPart(name) === kind)
      if (own.length === 0 || due.walk) return false
      await changed.read(() => own.filter(({ isDrafts }) => !isDrafts), state, state.totals)
      for (const part of own) if (part.isDrafts) await reader.walkThrough(part)
      return true
    },
  }
}

/** Removes the items of types that do not exist any more, or have no entry. */
async function removeParts(
  { folder, removals }: Pick<PassesOptions, 'folder' | 'removals'>,
  parts: PulledPart[],
): Promise<void> {
  const names = new Set([...folder.known.values()].map(({ part }) => part))
  for (const { name } of parts) names.delete(name)
  for (const name of names) {
    const files = folder.filesOf(name)
    await removals.remove(name, undefined, files, files.length)
  }
}

type Changes = ReadonlySet<number | undefined>

/** What the system itself has noted as changed. */
function createNotes({ pull, systemIn }: Pick<PulledSystem, 'pull' | 'systemIn'>) {
  /** Numbers of the changes that the system had noted at the last pass. */
  let known: Changes = new Set()

  return {
    /**
     * `news`: what has been noted since, by type; undefined where the system notes nothing. The times of two passes overlap: a change is
     * read once, since an entry that is absent later has not been removed by it.
     */
    async since(since: string): Promise<{ all: Changes; news: ChangedEntry[] } | undefined> {
      const noted = since ? await pull.noted?.(systemIn('zh'), since) : undefined
      if (!noted) return undefined
      const byType = Map.groupBy(
        noted.filter(({ change }) => !known.has(change)),
        ({ type }) => type,
      )
      const news = [...byType].map(([type, changes]) => {
        const keys = new Set(changes.map(({ key }) => key))
        return { type, key: [...keys].join(','), isRemoved: false }
      })
      return { all: new Set(noted.map(({ change }) => change)), news }
    },
    passed: (all: Changes = new Set()) => {
      known = all
    },
  }
}

/** Reads the parts in turn, a slice with each pass. */
function createVerification(count: number, { walkOf, step, endWalk }: PartReader) {
  let walk: Walk | undefined
  let turn = 0

  return {
    async next(parts: PulledPart[]): Promise<void> {
      const current = walk ?? (parts.length > 0 ? walkOf(parts[turn++ % parts.length]!) : undefined)
      // One that fails is not continued: its entries may have moved since.
      walk = undefined
      if (!current) return
      if (await step(current, Math.min(count, verifiedAtOnce))) await endWalk(current)
      else walk = current
    },
    place: (): PulledState['verified'] => walk && { part: walk.part.name, start: walk.start },
  }
}
