// Reads of what is named: by webhooks, by changes that the system has noted, by links that can be resolved, for previews.
import type { ChangedEntry } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'
import { itemsPart } from './previewed.ts'
import type { PartReader } from './read-parts.ts'
import { readSiteFiles } from './site-files.ts'
import type { Due, PulledSystem, Types } from './system-types.ts'
import type { ItemWriter } from './write-items.ts'

type NamedReadsOptions = {
  system: PulledSystem
  folder: PulledFolder
  items: ItemWriter
  reader: PartReader
  types: Types
}

export function createNamedReads({ system, folder, items, reader, types }: NamedReadsOptions, due: Due) {
  const { partOf, entryOf } = folder
  const { readEntries, readAgain } = reader

  /** Writes the files of the site, after the items to which its menu leads. */
  async function writeSite(): Promise<void> {
    if (!due.site) return
    const files = await readSiteFiles(system.site, system.systemIn, items.addressOf)
    for (const [file, text] of Object.entries(files)) await folder.write(file, text)
    due.site = false
  }

  async function readSite(): Promise<void> {
    types.expire()
    await types.describe()
    await writeSite()
  }

  /** Reads what a webhook names, or the system has noted. */
  async function readNamed(entry: ChangedEntry): Promise<void> {
    const change = await system.pull.changeOf(system.systemIn('zh'), entry)
    if (change === 'all') {
      types.expire()
      due.walk = true
    } else if (change === 'site') await readSite()
    else for (const { part, entries } of change) await readEntries(part, entries)
  }

  /** Reads items in both editions. */
  async function readFiles(files: string[]): Promise<void> {
    await types.known()
    for (const part of types.parts()) {
      const own = files.filter((file) => itemsPart(partOf(file)) === itemsPart(part.name))
      if (own.length > 0) await readEntries(part, [...new Set(own.map(entryOf))])
    }
  }

  /** Reads texts again whose links can be resolved now. */
  async function relink(): Promise<void> {
    const byPart = Map.groupBy(await items.resolveLinks(), partOf)
    for (const part of types.parts())
      await readAgain(part, [...new Set((byPart.get(part.name) ?? []).map(entryOf))])
  }

  return { writeSite, readSite, readNamed, readFiles, relink }
}
