// Numbers of items whose system has none: a persistent table (kind, key) -> number, the same after a restart and on all servers.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { originError } from '../../base/origin-error.ts'
import { conflict, createLocalIds, type IdRow, type LocalIds } from './local-ids.ts'

export type Ids = {
  /** The numbers of keys, in their order; new keys get the next free numbers from 1. */
  numbers: (kind: string, keys: string[]) => Promise<number[]>
  /** Undefined for a number without a key. */
  keyOf: (kind: string, number: number) => Promise<string | undefined>
  /** The rows by kind and number. */
  rows: () => Promise<IdRow[]>
  /** Adds rows; rejects where a key has another number or a number another key already. */
  add: (rows: IdRow[]) => Promise<void>
  /** Stores the numbers of items that other servers have read, for outages. */
  learn: () => Promise<void>
  close: () => Promise<void>
}

/** A table that several servers share decides; see server/cache/redis/shared-ids.ts. All reject where it cannot be reached. */
export type SharedIds = {
  /** Allocates: each key gets its known number, else the wanted one if it is free, else the next free one. */
  allocate: (kind: string, keys: { key: string; wanted: number | undefined }[]) => Promise<number[]>
  keyOf: (kind: string, number: number) => Promise<string | undefined>
  /** The rows by kind and number. */
  rows: () => Promise<IdRow[]>
  /**
   * Called before a server proposes its numbers: how long it gives no new ones after that, in milliseconds, because the table
   * was lost and other servers know numbers as well.
   */
  settlingMs: () => Promise<number>
  /** Subscribes to further connections: the table may have lost its data. */
  onUp: (listener: () => void) => void
  close: () => Promise<void>
}

/** The file is in DATA_DIR. */
export const idsFile = (dataDir: string) => join(dataDir, 'ids.sqlite')

type IdsOptions = {
  /** `:memory:` stores nothing on disk. */
  dataFile: string
  shared?: SharedIds | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function createIds({ dataFile, shared, log }: IdsOptions): Ids {
  const local = createLocalIds(dataFile)
  if (shared) return createFollower(local, shared, log)
  return {
    numbers: async (kind, keys) => local.allocate(kind, keys),
    keyOf: async (kind, number) => local.keyOf(kind, number),
    rows: async () => local.rows(),
    add: async (rows) => local.add(rows),
    learn: async () => {},
    close: async () => local.close(),
  }
}

/** The shared table decides; the local one is what this server knows of it, for its outages and after its loss. */
function createFollower(local: LocalIds, shared: SharedIds, log: IdsOptions['log']): Ids {
  const decide = async (kind: string, keys: string[]): Promise<number[]> => {
    const wanted = keys.map((key) => ({ key, wanted: local.numberOf(kind, key) }))
    const numbers = await shared.allocate(kind, wanted)
    const changed = local.adopt(keys.map((key, index) => ({ kind, key, number: numbers[index]! })))
    if (changed > 0)
      log.warn({ kind, changed }, 'items have other numbers in the table of all servers, which are used now')
    return numbers
  }

  const proposals = createProposals(local, shared, decide)

  return {
    async numbers(kind, keys) {
      await proposals.done()
      return decide(kind, keys).catch((error) => {
        const known = keys.flatMap((key) => local.numberOf(kind, key) ?? [])
        if (known.length < keys.length) throw unreachable(kind, error)
        return known
      })
    },
    async keyOf(kind, number) {
      await proposals.done()
      const key = local.keyOf(kind, number)
      if (key !== undefined) return key
      return shared.keyOf(kind, number).catch((error) => {
        throw unreachable(kind, error)
      })
    },
    async rows() {
      await proposals.done()
      return shared.rows()
    },
    async add(rows) {
      await proposals.done()
      const check = createLocalIds(':memory:')
      check.add(await shared.rows())
      check.add(rows)
      check.close()
      for (const { kind, key, number } of rows) {
        // Another server may have added it meanwhile.
        const [given] = await shared.allocate(kind, [{ key, wanted: number }])
        if (given !== number) throw conflict({ kind, key, number })
      }
      local.adopt(rows)
    },
    async learn() {
      await proposals.done()
      local.adopt(await shared.rows())
    },
    async close() {
      await proposals.close()
      await shared.close()
      local.close()
    },
  }
}

/** Proposes the numbers of this server after each connection. */
function createProposals(
  local: LocalIds,
  shared: SharedIds,
  decide: (kind: string, keys: string[]) => Promise<number[]>,
) {
  const closing = new AbortController()
  let proposed = Promise.resolve()
  const propose = (mayBeLost: boolean) => {
    proposed = proposed
      .then(async () => {
        const waitMs = mayBeLost ? await shared.settlingMs() : 0
        const byKind = Map.groupBy(local.rows(), ({ kind }) => kind)
        for (const [kind, rows] of byKind)
          await decide(
            kind,
            rows.map(({ key }) => key),
          )
        await sleep(waitMs, undefined, { signal: closing.signal })
      })
      // Closing, or not reachable any more; the next connection proposes them again.
      .catch(() => {})
  }
  shared.onUp(() => propose(true))
  // A server without any has not seen a table that could be lost.
  propose(local.rows().length > 0)

  return {
    done: () => proposed,
    async close(): Promise<void> {
      closing.abort()
      await proposed
    },
  }
}

/** A failure of the origin: a stored response is used where there is one. */
function unreachable(kind: string, cause: unknown): Error {
  const { message } = cause as Error
  return originError('network', new Error(`numbers of new items (${kind}): ${message}`, { cause }))
}
