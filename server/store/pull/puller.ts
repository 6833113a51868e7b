// Puller: when a content system is read. Polls, webhooks and previews, one after the other; several servers.
import type { CallMatch } from '../../../shared/api/calls.ts'
import type { PullFacts } from '../../base/origin.ts'
import type { ChangedEntry } from '../../sources/systems/source.ts'
import { createFollower } from './follower.ts'
import { createPollLoop } from './poll-loop.ts'
import { createPreviewReads } from './preview-reads.ts'
import { callNamed, itemNamed } from './previewed.ts'
import { createPulling, type Pulling, type PullingOptions } from './pulling.ts'
import { createSharedCopy, type SharedCopy, type SharedPull } from './shared-copy.ts'

type PullerOptions = PullingOptions & {
  /** Where several servers share what one of them pulls. */
  servers?: {
    shared: SharedPull | undefined
    /** Stores the numbers of items that other servers have read. */
    learnNumbers: () => Promise<void>
    /** Milliseconds between readings of what other servers have changed; default: a second. */
    followMs: number | undefined
  }
  /** Called after each step that may have written files; never rejects. */
  publish: () => Promise<void>
}

export function createPuller(options: PullerOptions) {
  const { checks, publish } = options
  const closing = new AbortController()
  const { signal } = closing
  const pulling = createPulling(options, signal, () => copy?.completed())
  const { reader, removals, isReady } = pulling
  const { alone, end } = createSteps(signal, () => (isReady() ? publish() : undefined))
  const copy = copyFor(options, received)
  const parts = { pulling, copy, alone, signal }
  const { poll, loop } = createPolls(options, parts)
  const { follower, ...refreshes } = createRefreshes(options, parts, { poll, wake: loop.wake })
  let running: Promise<unknown> | undefined

  /** Another server has completed a pass. */
  async function received(): Promise<void> {
    await pulling.load()
    loop.received()
  }

  return {
    /** Resolves when everything has been pulled once, by this server or an earlier one. */
    ready: pulling.ready,
    isReady,
    progress: reader.progress,
    /** For operators, without URLs. */
    warnings: (): string[] => [
      ...(isReady() ? [] : [`content system: being pulled: ${reader.progress()}`]),
      ...loop.warnings(),
      ...checks.warnings(),
    ],
    facts: (): PullFacts => ({
      /** Seconds since the last complete pass, of this process or one that it has received, or its start. */
      ageSeconds: pulling.ageSeconds(),
      held: removals.held().length,
    }),
    async start(): Promise<void> {
      await pulling.load()
      running = Promise.all([loop.run(), follower?.run()])
    },
    ...refreshes,
    async close(): Promise<void> {
      closing.abort()
      loop.wake()
      await running
      await end()
      await copy?.close()
    },
  }
}

function copyFor({ servers, folder, items, log, times }: PullerOptions, onState: () => Promise<void>) {
  const { shared, learnNumbers } = servers ?? {}
  if (!shared || !learnNumbers) return undefined
  return createSharedCopy({ shared, folder, items, log, monotonic: times.monotonic, learnNumbers, onState })
}

type PullerParts = {
  pulling: Pulling
  copy: SharedCopy | undefined
  alone: ReturnType<typeof createSteps>['alone']
  /** Aborted when the puller is closed. */
  signal: AbortSignal
}

/** Passes in turn, where this server is the one that polls. */
function createPolls({ folder, log, times }: PullerOptions, { pulling, copy, alone, signal }: PullerParts) {
  const { reader, removals, passes, isReady } = pulling

  /** Resolves with whether this server is the one that polls. */
  async function poll(): Promise<boolean> {
    // This server polls where removals have been released in its folder, or a webhook has named everything.
    if (await removals.isReleased()) passes.walkAll()
    if (copy && !(await copy.mayPoll(passes.willWalk()))) return false
    try {
      await pulling.pass()
    } finally {
      await copy?.publish()
    }
    return true
  }

  const loop = createPollLoop({
    log,
    times: { ...times, signal },
    poll: () => alone(poll),
    heldWarning: () => (removals.held().length > 0 ? 'content system: removals are held' : undefined),
    isReady,
    items: () => folder.known.size,
    progress: reader.progress,
    release: async () => copy?.release(),
  })
  return { poll, loop }
}

/** Reads what is named again: by webhooks, by calls of previews, and for other servers. */
function createRefreshes(
  { system, folder, log, servers, times }: PullerOptions,
  { pulling, copy, alone, signal }: PullerParts,
  { poll, wake }: { poll: () => Promise<boolean>; wake: () => void },
) {
  const { passes, isReady, state } = pulling
  const readForPreview = createPreviewReads({ folder, passes, poll, state, monotonic: times.monotonic })
  const follower = copy && createFollower({ copy, change, alone, log, signal, followMs: servers?.followMs })

  /** Reads what a webhook names, for all servers. */
  async function change(entry: ChangedEntry): Promise<void> {
    await passes.readNamed(entry)
    if (passes.willWalk()) wake()
    if ((await follower?.publish(entry)) === false) passes.walkAll()
  }

  /** Resolves when what a call shows is served as the system has it now; undefined where the call shows no item. */
  function refresh(call: CallMatch): Promise<void> | undefined {
    const named = isReady() && itemNamed(call)
    if (!named) return undefined
    return alone(async () => {
      await readForPreview(named)
      await copy?.publish()
    })
  }

  async function readSite(): Promise<void> {
    if (!isReady()) return
    await passes.readSite()
    await copy?.publish()
  }

  return {
    follower,
    /** Reads what a webhook names; resolves when it is served. */
    changed: (entry: ChangedEntry) => alone(async () => (isReady() ? change(entry) : undefined)),
    refresh,
    /** Resolves as `changed` does, for a body in the plain form of this site; undefined for another one. */
    refreshNamed(body: Record<string, unknown>): Promise<void> | undefined {
      const named = callNamed(body, system.sections)
      if (!named) return undefined
      return named === 'site' ? alone(readSite) : refresh(named)
    },
  }
}

/** Steps of reading, one after the other. */
function createSteps(signal: AbortSignal, publish: () => Promise<void> | undefined) {
  let queue: Promise<unknown> = Promise.resolve()

  /**
   * One step at a time: polls and webhooks write the same files. Resolves when what it has written is served; the next step does not
   * wait for that, so that many webhooks are one reading.
   */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(() => {
      signal.throwIfAborted()
      return work()
    })
    queue = result.catch(() => {})
    return result.finally(() => (signal.aborted ? undefined : publish()))
  }

  return { alone, end: () => queue }
}
