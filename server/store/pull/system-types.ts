// Types of a content system, read again from time to time.
import type { Locale } from '../../../shared/locale.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import { originError } from '../../base/origin-error.ts'
import type { Pull, PulledPart, SiteReads, System } from '../../sources/systems/source.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'

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

/** What has to be read: all entries, the files of the site, the drafts. */
export type Due = { walk: boolean; site: boolean; drafts: boolean }

type TypesOptions = {
  system: PulledSystem
  folder: PulledFolder
  checks: Checks
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

const describeEveryMs = 300_000
const notFound = 404

export type Types = ReturnType<typeof createTypes>

export function createTypes({ system, folder, checks, monotonic }: TypesOptions, due: Due) {
  let parts: PulledPart[] = []
  let describedAt = Number.NEGATIVE_INFINITY

  async function describe(): Promise<void> {
    if (monotonic() - describedAt < describeEveryMs) return
    system.forget()
    const partsNow = await system.pull.parts(system.systemIn('zh'))
    if (partsNow.length === 0 && folder.known.size > 0)
      throw originError('network', new Error('expected types with entries, as before'), notFound)
    parts = partsNow
    if (checks.described(parts)) due.walk = true
    describedAt = monotonic()
    due.site = true
    due.drafts = true
  }

  return {
    describe,
    /** Reads the types where none has been read. */
    async known(): Promise<void> {
      if (parts.length === 0) await describe()
    },
    /** The next `describe` reads the types. */
    expire: () => {
      describedAt = Number.NEGATIVE_INFINITY
    },
    parts: () => parts,
    polled: () => parts.filter(({ isDrafts }) => !isDrafts),
  }
}
