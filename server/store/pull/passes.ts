// Passes: what of a system is read at a time. No date is trusted: what dates show is read with each pass, what counts show at once, and
// everything again in turn.
import type { Locale } from '../../../shared/locale.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import { originError } from '../../base/origin-error.ts'
import type { ChangedEntry, Pull, PulledPart, SiteReads, System } from '../../sources/systems/source.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import { itemsPart } from './previewed.ts'
import type { PartReader, Walk } from './read-parts.ts'
import type { Removals } from './removals.ts'
import { readSiteFiles } from './site-files.ts'
import type { PulledState } from './state.ts'
import type { ItemWriter } from './write-items.ts'

export type PulledSystem = {
  sections: SiteSections
  pull: Pull
  site: SiteReads
  /** A System for the requests of one step. `onDate`: the time of the system, as its responses have it. */
  systemIn: (locale: Locale, onDate?: (date: string) => void) => System
  /** Rejects with OriginError where the system does not answer to the token. */
  checkAccess: () => Promise<void>
  /** What the system has told of its types. */
  forget: () => void
}

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

const describeEveryMs = 300_000
/** Entries that are verified with a poll, while visitors are served. */
const verifiedAtOnce = 100
const notFound = 404

export type Passes = ReturnType<typeof createPasses>

export function createPasses({ system, folder, items, reader, removals, checks, monotonic }: PassesOptions) {
  const { pull, site, systemIn, forget } = system
  const { partOf, entryOf, filesOf, walkOf, step, endWalk, walkThrough, readEntries, readAgain } = reader
  let parts: PulledPart[] = []
  let describedAt = Number.NEGATIVE_INFINITY
  let [walk, turn, shouldWalk]: [Walk | undefined, number, boolean] = [undefined, 0, false]
  let [isSiteDue, areDraftsDue] = [false, false]
  /** Totals of the parts that have been pulled, where an outage interrupts the first pass. */
  const firstTotals: PulledState['totals'] = {}
  /** Numbers of the changes that the system had noted at the last pass. */
  let known: ReadonlySet<number | undefined> = new Set()

  const polled = () => parts.filter(({ isDrafts }) => !isDrafts)

  async function describe(): Promise<void> {
    if (monotonic() - describedAt < describeEveryMs) return
    forget()
    const partsNow = await pull.parts(systemIn('zh'))
    if (partsNow.length === 0 && folder.known.size > 0)
      throw originError('network', new Error('expected types with entries, as before'), notFound)
    parts = partsNow
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

  /** Items in both editions. */
  async function readFiles(files: string[]): Promise<void> {
    if (parts.length === 0) await describe()
    for (const part of parts) {
      const own = files.filter((file) => itemsPart(partOf(file)) === itemsPart(part.name))
      if (own.length > 0) await readEntries(part, [...new Set(own.map(entryOf))])
    }
  }

  /** Texts whose links can be resolved now. */
  async function relink(): Promise<void> {
    const byPart = Map.groupBy(await items.resolveLinks(), partOf)
    for (const part of parts) await readAgain(part, [...new Set((byPart.get(part.name) ?? []).map(entryOf))])
  }

  async function readDrafts(): Promise<void> {
    if (areDraftsDue) for (const part of parts) if (part.isDrafts) await walkThrough(part)
    areDraftsDue = false
  }

  /** Both passes resolve with the totals. */
  async function firstPass(): Promise<PulledState['totals']> {
    for (const part of polled()) firstTotals[part.name] ??= await walkThrough(part)
    return firstTotals
  }

  /**
   * What the system has noted since; undefined where it notes nothing. The times of two passes overlap: a change is read once, since an
   * entry that is absent later has not been removed by it.
   */
  async function readNoted(since: string): Promise<typeof known | undefined> {
    const noted = since ? await pull.noted?.(systemIn('zh'), since) : undefined
    const news = (noted ?? []).filter(({ change }) => !known.has(change))
    for (const [type, changes] of Map.groupBy(news, ({ type }) => type)) {
      const keys = new Set(changes.map(({ key }) => key))
      await readNamed({ type, key: [...keys].join(','), isRemoved: false })
    }
    return noted && new Set(noted.map(({ change }) => change))
  }

  /** What dates and counts show; resolves with the number of all entries. `since`: '' for what is noted already. */
  async function readPart(part: PulledPart, since: string, before: number | undefined): Promise<number> {
    const { total, latest = since } = await part.head(systemIn('zh'))
    if (since && latest >= since) await reader.readChanged(part, since)
    if (total !== before || shouldWalk) await walkThrough(part)
    return total
  }

  async function nextPass({ since, totals }: PulledState): Promise<PulledState['totals']> {
    const passTotals: PulledState['totals'] = {}
    const noted = await readNoted(since)
    for (const part of polled())
      passTotals[part.name] = await readPart(part, noted ? '' : since, totals[part.name])
    shouldWalk = false
    await readDrafts()
    await removeParts()
    await verify()
    known = noted ?? new Set()
    return passTotals
  }

  /** Public entries and drafts of a kind, for the preview of its list; false where they are not in parts of their own. */
  async function readKind(kind: string, { since, totals }: PulledState): Promise<boolean> {
    if (parts.length === 0) await describe()
    const own = parts.filter(({ name }) => itemsPart(name) === kind)
    if (own.length === 0 || shouldWalk) return false
    const noted = await readNoted(since)
    for (const part of own) {
      if (part.isDrafts) await walkThrough(part)
      else totals[part.name] = await readPart(part, noted ? '' : since, totals[part.name])
    }
    return true
  }

  /** One slice of the parts in turn. */
  async function verify(): Promise<void> {
    const turns = polled()
    const current = walk ?? (turns.length > 0 ? walkOf(turns[turn++ % turns.length]!) : undefined)
    // One that fails is not continued: its entries may have moved since.
    walk = undefined
    if (!current) return
    if (await step(current, Math.min(pull.count, verifiedAtOnce))) await endWalk(current)
    else walk = current
  }

  return {
    /** The state after it, but for what is held and its time. */
    async run(state: PulledState | undefined): Promise<Omit<PulledState, 'since' | 'held'>> {
      await describe()
      const totals = state ? await nextPass(state) : await firstPass()
      await relink()
      await writeSite()
      await checks.run()
      return {
        totals,
        verified: walk && { part: walk.part.name, start: walk.start },
        ...checks.state(),
      }
    },
    /** What a webhook names, with the texts that link to it. */
    async readNamed(entry: ChangedEntry): Promise<void> {
      if (parts.length === 0) await describe()
      await readNamed(entry)
      await relink()
    },
    readSite,
    readFiles,
    readKind,
    /** Drafts that are versions of their own. */
    async readDrafts(): Promise<void> {
      if (parts.length === 0) await describe()
      areDraftsDue = true
      await readDrafts()
    },
    /** The next pass reads everything. */
    walkAll: () => {
      shouldWalk = true
    },
    willWalk: () => shouldWalk,
  }
}
