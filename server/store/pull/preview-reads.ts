// Reads what a preview shows, as the system has it now.
import type { PulledFolder } from './folder.ts'
import type { PulledFacts } from './item-file.ts'
import type { Passes } from './passes.ts'
import type { itemNamed } from './previewed.ts'
import type { PulledState } from './state.ts'

/** The lists of a preview are of one pass. */
const freshMs = 1000

type ReadsOptions = {
  folder: Pick<PulledFolder, 'known'>
  passes: Pick<Passes, 'readFiles' | 'readKind' | 'readDrafts'>
  poll: () => Promise<unknown>
  /** Undefined before the first pass has ended. */
  state: () => PulledState | undefined
  monotonic: () => number
}

/** What is read for previews. */
export function createPreviewReads({ folder, passes, poll, state, monotonic }: ReadsOptions) {
  /** When the entries of a kind have been read; '' for all. */
  const readAt = new Map<string, number>()

  /** Whether there are such items. */
  async function readShown(isShown: (facts: PulledFacts) => boolean): Promise<boolean> {
    const files = [...folder.known].filter(([, facts]) => isShown(facts)).map(([file]) => file)
    if (files.length > 0) await passes.readFiles(files)
    return files.length > 0
  }

  /** Reads the entries of one kind, where they can be read without the others. */
  async function readLatest(kind = ''): Promise<void> {
    if (monotonic() - (readAt.get(kind) ?? Number.NEGATIVE_INFINITY) <= freshMs) return
    readAt.set(kind, monotonic())
    const current = state()
    if (kind && current && (await passes.readKind(kind, current))) return
    await poll()
    await passes.readDrafts()
  }

  return async (named: NonNullable<ReturnType<typeof itemNamed>>): Promise<void> => {
    if (typeof named !== 'function') return readLatest(named.list)
    // It may have been made since the last pass.
    if (!(await readShown(named))) await readLatest()
  }
}
