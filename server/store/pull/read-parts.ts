// Reading of parts: walks through all entries, what dates show as changed, and entries by their keys; what is missing is removed.
import { isApiError } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/locale.ts'
import { originError } from '../../base/origin-error.ts'
import { merged, type Noticed, nothingNoticed } from '../../sources/systems/noticed.ts'
import type { Pull, PulledItem, PulledPart, Slice, System } from '../../sources/systems/source.ts'
import type { Checks } from './checks.ts'
import type { PulledFolder } from './folder.ts'
import type { Removals } from './removals.ts'
import type { ItemWriter } from './write-items.ts'

type PartReaderOptions = {
  pull: Pick<Pull, 'count'>
  folder: PulledFolder
  items: ItemWriter
  systemIn: (locale: Locale) => System
  removals: () => Removals
  checks: Pick<Checks, 'kept' | 'walked'>
  /** Aborted when the puller is closed. */
  signal: AbortSignal
}

/** A walk through the entries of a part. `before`: files that it had at the beginning. `ahead`: the next slice, while one is written. */
export type Walk = {
  part: PulledPart
  start: number
  total: number
  seen: Set<string>
  before: string[]
  noticed: Noticed
  /** All of it at once. */
  isWhole?: boolean
  ahead?: Promise<AskedSlice> | undefined
}
type AskedSlice = Slice & { asked: number }
export type PartReader = ReturnType<typeof createPartReader>

/** Limit of a part. */
const mostEntries = 100_000
/** Keys of one request. */
const keysAtOnce = 50

export function createPartReader(options: PartReaderOptions) {
  const { pull, folder, items, systemIn, removals, checks } = options

  const write = async (part: PulledPart, read: PulledItem[]) =>
    items.write(part.name, await checks.kept(part.name, read), systemIn('zh'))

  /** Rejects where a slice has nothing that earlier ones had not. */
  async function writeNew(part: PulledPart, read: PulledItem[], seen: Set<string>): Promise<void> {
    const before = seen.size
    for (const file of await write(part, read)) seen.add(file)
    if (read.length > 0 && seen.size === before) throw endless(part)
  }

  async function readEntries(part: PulledPart, entries: string[]): Promise<void> {
    const before = folder.filesOf(part.name).filter((file) => entries.includes(folder.entryOf(file)))
    const there = await readAgain(part, entries)
    const gone = before.filter((file) => !there.has(file))
    await removals().remove(part.name, part, gone, before.length, true)
  }

  /** Resolves with the files of those that the system has. */
  async function readAgain(part: PulledPart, entries: string[]): Promise<Set<string>> {
    const there = new Set<string>()
    for (let start = 0; start < entries.length; start += keysAtOnce) {
      const itemsThere = await part.read(systemIn('zh'), entries.slice(start, start + keysAtOnce))
      for (const file of await write(part, itemsThere)) there.add(file)
    }
    return there
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

  return {
    ...createWalks(options, writeNew),
    readEntries,
    readAgain,
    readChanged,
  }
}

/** Walks through all entries of a part, slice by slice. */
function createWalks(
  { pull, folder, systemIn, removals, checks, signal }: PartReaderOptions,
  writeNew: (part: PulledPart, items: PulledItem[], seen: Set<string>) => Promise<void>,
) {
  let progress = 'the first pull begins'

  /** A response over the limit is requested again in smaller slices. */
  async function sliceOf(part: PulledPart, start: number, count: number): Promise<AskedSlice> {
    try {
      const slice = await part.slice(systemIn('zh'), start, count)
      return { ...slice, asked: count }
    } catch (error) {
      if (!isTooLarge(error) || count === 1) throw error
      return sliceOf(part, start, Math.ceil(count / 4))
    }
  }

  /** One more slice of a walk; whether it has ended. */
  async function step(current: Walk, count = pull.count): Promise<boolean> {
    const slice = await (current.ahead ?? sliceOf(current.part, current.start, count))
    const isEnd = slice.read < slice.asked
    current.ahead =
      current.isWhole && !isEnd ? sliceOf(current.part, current.start + slice.asked, count) : undefined
    // It is awaited by the next step, which there may not be.
    current.ahead?.catch(() => {})
    await writeNew(current.part, slice.items, current.seen)
    if (current.start > mostEntries) throw endless(current.part)
    current.noticed = merged(current.noticed, slice.noticed)
    current.start += slice.asked
    current.total = slice.total
    progress = `${current.part.name} ${Math.min(current.start, slice.total)} of ${slice.total}`
    return isEnd
  }

  const walkOf = (part: PulledPart): Walk => ({
    part,
    start: 0,
    total: 0,
    seen: new Set<string>(),
    noticed: nothingNoticed,
    before: folder.filesOf(part.name),
  })

  /** What the walk has not found is requested by its keys. */
  async function endWalk({ part, before, seen, noticed }: Walk): Promise<void> {
    if (!part.isDrafts) checks.walked(part.name, noticed)
    const missing = before.filter((file) => !seen.has(file))
    await removals().remove(part.name, part, missing, before.length, part.isDrafts)
  }

  /** Resolves with the number of all entries. */
  async function walkThrough(part: PulledPart): Promise<number> {
    const current = { ...walkOf(part), isWhole: true }
    while (!(await step(current))) signal.throwIfAborted()
    await endWalk(current)
    return current.total
  }

  return { walkOf, step, endWalk, walkThrough, progress: () => progress }
}

function endless({ name }: PulledPart): Error {
  return originError('content', new Error(`${name}: expected pages of different entries that end`))
}

function isTooLarge(error: unknown): boolean {
  const { cause } = error as Error
  return isApiError(cause) && cause.kind === 'content'
}
