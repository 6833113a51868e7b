// Servers that start one after the other with one data folder, each with an upstream of its own.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { createClock } from '../cache/helpers/clock.ts'
import { createWorld, type World } from '../cache/helpers/world.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

export function createFolder(t: Test) {
  const dataDir = temporaryFolder(t)
  // Of the machine: a snapshot has its dates.
  const clock = createClock(Date.now())
  return {
    dataDir,
    clock,
    start: (config: object = {}): Promise<World> =>
      createWorld(t, { clock, config: { dataDir, cacheSnapshotSeconds: 3600, ...config } }),
    /** The files of the snapshot. */
    files: () =>
      readdirSync(dataDir)
        .filter((name) => name.includes('snapshot'))
        .map((name) => join(dataDir, name)),
  }
}

/** The log lines about the snapshot. */
export const linesOf = ({ lines }: World) => lines.filter(({ msg }) => msg.includes('snapshot'))
