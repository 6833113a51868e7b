// The copy of a pulled folder that several servers share: one of them polls; what a server has changed is published, and what others
// have changed is applied. Drafts are not part of it.
import { readdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createCopiedFiles, isCopied } from './copied-files.ts'
import type { PulledFolder } from './folder.ts'
import { type PulledState, readState, stateFile, stateIn } from './state.ts'
import type { ItemWriter } from './write-items.ts'

/** `text`: undefined for a file that has been removed. */
export type FileChange = { file: string; text: string | undefined }
/** Sequences of different epochs cannot be compared. */
export type Position = { epoch: string; sequence: number }
/** Texts by file, undefined for those that have been removed. `isWhole`: all files of the copy; else those after a position. */
export type Changes = { to: Position; isWhole: boolean; files: Map<string, string | undefined> }

/** See server/cache/redis/shared-pull.ts. Members that use Redis reject where it cannot be reached. */
export type SharedPull = {
  /** How long a lease lasts that is not renewed, in milliseconds. */
  leaseMs: number
  isReachable: () => boolean
  /** Whether this server has the lease, which is renewed until `release`. `isForced`: also where another one has it. */
  claim: (isForced: boolean) => Promise<boolean>
  /** Never rejects. */
  release: () => Promise<void>
  /** All files where the copy does not continue `after`; undefined without a complete copy. */
  changes: (after: Position | undefined) => Promise<Changes | undefined>
  /** A new copy without files; undefined without the lease. */
  begin: () => Promise<Position | undefined>
  /** Resolves with the position up to which this server has everything; undefined for another epoch. */
  publish: (after: Position, changes: FileChange[]) => Promise<Position | undefined>
  close: () => Promise<void>
}

type SharedCopyOptions = {
  shared: SharedPull
  folder: PulledFolder
  items: Pick<ItemWriter, 'learn'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** Called when another server has completed a pass, whose state is in the folder. */
  onState: () => Promise<void>
  /** Called when items of other servers are in the folder: without Redis they are read under the same numbers. */
  learnNumbers: () => Promise<void>
}

/** Files of one message. */
const atOnce = 100

export type SharedCopy = ReturnType<typeof createSharedCopy>

/** What of the folder is in the copy: its position, and the files that this server has changed. */
function createCopyContents({ shared, folder, items, learnNumbers, onState }: SharedCopyOptions) {
  const copied = createCopiedFiles(folder, items)
  /** Changed by this server and not published. */
  const unsent = new Set<string>()
  /** Undefined where the folder may be another than the copy. */
  let position: Position | undefined
  folder.onChange((file) => unsent.add(file))

  async function apply({ to, isWhole, files }: Changes): Promise<void> {
    for (const [file, text] of files) if (file !== stateFile) await copied.apply(file, text)
    const others = isWhole ? [...folder.known.keys()].filter((file) => !files.has(file)) : []
    for (const file of others) await copied.apply(file, undefined)
    const state = files.get(stateFile)
    if ([...files.keys()].some((file) => file.endsWith('.md'))) await learnNumbers()
    // Last: a state is that of the files before it.
    if (state !== undefined) await copied.apply(stateFile, state)
    unsent.clear()
    position = to
    if (state !== undefined) await onState()
  }

  /** Rejects where the copy is another one than that of the position. */
  async function send(): Promise<void> {
    const files = [...unsent].filter((file) => file !== stateFile)
    const isComplete = unsent.has(stateFile)
    for (let start = 0; start < files.length; start += atOnce)
      await sendSome(files.slice(start, start + atOnce))
    if (isComplete) await sendSome([stateFile])
  }

  async function sendSome(files: string[]): Promise<void> {
    const changes = await Promise.all(files.map(async (file) => ({ file, text: await copied.read(file) })))
    const sent = position && (await shared.publish(position, changes))
    if (!sent) throw new Error('the copy has been replaced')
    position = sent
    for (const file of files) unsent.delete(file)
  }

  /** A new copy of what this server has, where everything has been pulled once. */
  async function replace(): Promise<void> {
    if (!(await readState(folder.path))) return
    const begun = await shared.begin()
    if (!begun) throw new Error('another server polls now')
    position = begun
    for (const file of await filesOf(folder)) unsent.add(file)
    await send()
  }

  return {
    apply,
    send,
    replace,
    position: () => position,
    forgetPosition: () => {
      position = undefined
    },
    hasUnsent: () => unsent.size > 0,
    completed: () => void unsent.add(stateFile),
  }
}

async function filesOf({ path, known }: PulledFolder): Promise<string[]> {
  const ofSite = (await readdir(path)).filter(isCopied)
  return [...ofSite, ...known.keys(), stateFile]
}

type CopyContents = ReturnType<typeof createCopyContents>
type Lease = ReturnType<typeof createLease>

/** The lease of the server that polls. */
function createLease({ shared, monotonic }: SharedCopyOptions) {
  let isHeld = false
  let reachedAt = Number.NEGATIVE_INFINITY

  return {
    isHeld: () => isHeld,
    reached(): void {
      reachedAt = monotonic()
    },
    /** Redis has not been reached for the time of a lease, so that no other server has one. */
    isUnreachable: () => monotonic() - reachedAt >= shared.leaseMs,
    async claim(isForced: boolean): Promise<boolean> {
      isHeld = await shared.claim(isForced).catch((error: unknown) => {
        isHeld = false
        throw error
      })
      reachedAt = monotonic()
      return isHeld
    },
    async release(): Promise<void> {
      isHeld = false
      await shared.release()
    },
  }
}

/** One call at a time, none of them during a pass. */
export function createSharedCopy(options: SharedCopyOptions) {
  const { shared, log } = options
  const contents = createCopyContents(options)
  const lease = createLease(options)
  const adopt = () => adoptCopy(options, contents)
  const follow = () => followCopy(options, contents, lease)
  let problem = ''

  /** Whether it has succeeded; after a failure the next lease compares folder and copy. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      problem = ''
      return true
    } catch (err) {
      const { message } = err as Error
      if (shared.isReachable() && message !== problem) log.warn({ err }, 'pulled content not shared')
      problem = message
      await lease.release()
      return false
    }
  }

  return {
    /** Whether this server polls: with the lease, or when Redis has not been reached for the time of one. */
    async mayPoll(isForced: boolean): Promise<boolean> {
      const had = lease.isHeld()
      try {
        await lease.claim(isForced)
      } catch {
        if (lease.isUnreachable()) contents.forgetPosition()
        return lease.isUnreachable()
      }
      if (!lease.isHeld()) await attempt(follow)
      else if (!had) await attempt(adopt)
      return lease.isHeld()
    },
    /** Applies what is new. */
    async follow(): Promise<void> {
      if (shared.isReachable()) await attempt(follow)
    },
    /** Whether what this server writes now can be published. */
    isCurrent: () => shared.isReachable() && contents.position() !== undefined && !contents.hasUnsent(),
    /** A pass has ended: its state is published also where it is the same. */
    completed: contents.completed,
    /** Resolves with whether others have, or get, what this server has changed. */
    publish: async (): Promise<boolean> =>
      contents.position() || lease.isHeld()
        ? attempt(contents.position() ? contents.send : contents.replace)
        : false,
    release: lease.release,
    async close(): Promise<void> {
      await lease.release()
      await shared.close()
    },
  }
}

async function followCopy(options: SharedCopyOptions, contents: CopyContents, lease: Lease): Promise<void> {
  const { position, hasUnsent, apply } = contents
  if (lease.isHeld() && !position()) return
  // What others have read since may be newer.
  if (!lease.isHeld() && hasUnsent()) contents.forgetPosition()
  const changes = await options.shared.changes(position())
  lease.reached()
  if (!lease.isHeld()) return changes && apply(changes)
  if (changes && !changes.isWhole) return changes.files.size > 0 ? apply(changes) : undefined
  // Redis has lost its data, or another server has begun a copy.
  if (await lease.claim(false)) await adoptCopy(options, contents)
}

/** With a new lease: what has been pulled last goes on, the copy or this folder. */
async function adoptCopy({ shared, folder }: SharedCopyOptions, contents: CopyContents): Promise<void> {
  const { position, hasUnsent, apply, send, replace } = contents
  const copy = await shared.changes(position())
  const isLost = !copy || (copy.isWhole && copy.to.epoch === position()?.epoch)
  if (isLost) return replace()
  if (!copy.isWhole && copy.files.size === 0) return send()
  if (!copy.isWhole && !hasUnsent()) return apply(copy)
  const whole = copy.isWhole ? copy : await shared.changes(undefined)
  return whole && !isLater(await readState(folder.path), whole) ? apply(whole) : replace()
}

function isLater(own: PulledState | undefined, { files }: Changes): boolean {
  return own !== undefined && own.since > (stateIn(files.get(stateFile) ?? '')?.since ?? '')
}
