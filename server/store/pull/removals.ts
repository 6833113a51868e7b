// Removals: items go when the system does not have them any more, asked for by their keys; many at once wait for the operator.
import type { FastifyBaseLogger } from 'fastify'
import type { PulledPart } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'

type RemovalsOptions = {
  folder: PulledFolder
  /** Resolves with the files of those that the system has. */
  readAgain: (part: PulledPart, entries: string[]) => Promise<Set<string>>
  /** Rejects with OriginError where the system does not answer to the token. */
  checkAccess: () => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** The file is in the folder, made by `npm run content -- release`. */
export const releaseFile = '.release'
/** More than these of one part at once may be a mistake of the system. */
const few = 20
const share = 0.1

export type Removals = ReturnType<typeof createRemovals>

export function createRemovals({ folder, readAgain, checkAccess, log }: RemovalsOptions) {
  let held: readonly string[] = []

  /** The files whose entries the system does not have any more. */
  async function confirmed(part: PulledPart | undefined, files: string[]): Promise<string[]> {
    if (files.length === 0) return []
    await checkAccess()
    if (!part) return files
    const there = await readAgain(part, [...new Set(files.map(folder.entryOf))])
    return files.filter((file) => !there.has(file) && folder.known.has(file))
  }

  return {
    held: (): string[] => [...held],
    isReleased: () => isReleased(folder),
    /** Holds the files that an earlier process has held. */
    keep(files: readonly string[]): void {
      held = files
    },
    /**
     * Removes what is confirmed of `missing`, or holds it. `part`: undefined for one that the system does not have any more. `all`: files
     * of the part. `isNamed`: by the system itself, which is never held.
     */
    async remove(
      name: string,
      part: PulledPart | undefined,
      missing: string[],
      all: number,
      isNamed = false,
    ): Promise<void> {
      const gone = await confirmed(part, missing)
      const others = held.filter((file) => folder.partOf(file) !== name)
      const isMany = gone.length > few && gone.length > share * all
      if (isMany && !isNamed && !(await isReleased(folder))) {
        if (others.length === held.length)
          log.warn({ part: name, items: gone.length, of: all }, 'removal held')
        held = [...others, ...gone]
        return
      }
      for (const file of gone) await folder.remove(file)
      const removed = new Set(gone)
      held = isNamed ? held.filter((file) => !removed.has(file)) : others
    },
  }
}

async function isReleased({ read }: PulledFolder): Promise<boolean> {
  return (await read(releaseFile)) !== undefined
}
