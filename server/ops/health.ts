// Health checks: liveness, startup and readiness, with reasons where the server is not ready.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { ContentFault } from '../base/origin.ts'

/** A failed call that every page requires. `reason` contains no URL; `err` is for the log. */
export type UnreadCall = { call: string; reason: string; err?: unknown }

export type WarmUp = {
  /** The failed calls, read from the origin or the cache. Never rejects. */
  readCalls: () => Promise<UnreadCall[]>
  /** The result before `readCalls` has ended for the first time. */
  unreadAtFirst: UnreadCall[]
  /** Fills the cache. Never rejects. */
  makePages: () => Promise<void>
}

type Problem = { status: string; reasons: string[] }

const noStore = { 'cache-control': 'no-store' }
const retryMs = 1000
/** After this time the startup probe succeeds, even if the origin is down. */
const startLimitMs = 5000

/** `warmUp` begins when the server listens; without it the server is ready at once. `warnings`: of other rooms, for /readyz. */
export function installHealth(
  app: FastifyInstance,
  context: AppContext,
  warmUp: WarmUp,
  warnings: () => string[],
) {
  const {
    origin,
    telemetry,
    mode: { warm, draining },
  } = context
  const { log, problems: originProblems } = telemetry
  const closed = new AbortController()
  let isStarting = warm
  let unread = warm ? warmUp.unreadAtFirst : []

  const setUnread = (calls: UnreadCall[]) => {
    const known = new Set(unread.map(({ reason }) => reason))
    for (const { call, reason, err } of calls)
      if (!known.has(reason)) log.warn({ call, reason, err }, 'not ready: required call failed')
    unread = calls
  }

  /** A server that is not ready gets no requests, so it has to retry the calls itself. */
  const untilReady = async () => {
    const { readCalls, makePages } = warmUp
    for (let unreadCalls = await readCalls(); unreadCalls.length > 0; unreadCalls = await readCalls()) {
      setUnread(unreadCalls)
      isStarting = false
      await sleep(retryMs, undefined, { ref: false, signal: closed.signal })
    }
    await makePages()
    if (unread.length > 0) log.info({}, 'ready')
    isStarting = false
    unread = []
  }

  app.addHook('onListen', async () => {
    if (!warm) return
    setTimeout(() => {
      isStarting = false
    }, startLimitMs).unref()
    // Rejects when the server is closed.
    untilReady().catch(() => {})
  })
  app.addHook('preClose', async () => closed.abort())

  const starting = (): Problem[] =>
    isStarting ? [{ status: 'starting', reasons: ['the cache is being warmed up'] }] : []
  const problems = (): Problem[] => [
    ...starting(),
    ...(draining.aborted || closed.signal.aborted
      ? [{ status: 'draining', reasons: ['the server is stopping'] }]
      : []),
    ...(!isStarting && unread.length > 0
      ? [{ status: 'upstream-unavailable', reasons: unread.map(({ call, reason }) => `${call}: ${reason}`) }]
      : []),
  ]
  installProbe(app, '/livez', () => [])
  installProbe(app, '/healthz', () => [])
  installProbe(app, '/startupz', starting)
  // What the operator should know although the server is ready; no URLs.
  installProbe(app, '/readyz', problems, () => [
    ...telemetry.warnings(),
    ...warnings(),
    ...contentWarnings(origin.problems()),
    ...originProblems.warnings(),
  ])
}

function installProbe(
  app: FastifyInstance,
  url: string,
  problemsNow: () => Problem[],
  warningsNow: () => string[] = () => [],
) {
  app.get(url, async (_request, reply) => {
    const problems = problemsNow()
    const warnings = warningsNow()
    reply.headers(noStore).status(problems.length > 0 ? 503 : 200)
    return {
      status: problems[0]?.status ?? 'ok',
      ...(problems.length > 0 && { reasons: problems.flatMap(({ reasons }) => reasons) }),
      ...(warnings.length > 0 && { warnings }),
    }
  })
}

const shown = {
  kept: 'its last valid text is served',
  'left out': 'it is not served',
} as const satisfies Partial<Record<ContentFault['effect'], string>>

/**
 * Files that are not served as they are. Only files of the whole site are named: the name of an article may be a secret until
 * it is public.
 */
function contentWarnings(faults: ContentFault[]): string[] {
  return (['kept', 'left out'] as const).flatMap((effect) => {
    // The first fault of each file.
    const files = new Map(
      faults
        .filter((fault) => fault.effect === effect)
        .map((fault) => [fault.file, fault] as const)
        .reverse(),
    )
    const latestFirst = [...files.values()].reverse()
    const named = latestFirst.filter(({ file }) => !file.includes('/'))
    const others = latestFirst.length - named.length
    return [
      ...named.map(
        ({ file, line, problem }) => `content file ${file}, line ${line}: ${shown[effect]} (${problem})`,
      ),
      ...(others > 0 ? [`content files ${effect}: ${others} more, see the log or check-content`] : []),
    ]
  })
}
