// Health checks: liveness, startup and readiness, with reasons where the server is not ready.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

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

type HealthOptions = {
  /** Begins when the server listens; without it the server is ready at once. */
  warmUp?: WarmUp | undefined
  /** What the operator should know although the server is ready; no URLs. */
  warnings?: () => string[]
  draining: AbortSignal
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}
type Problem = { status: string; reasons: string[] }

const noStore = { 'cache-control': 'no-store' }
const retryMs = 1000
/** After this time the startup probe succeeds, even if the origin is down. */
const startLimitMs = 5000

export function installHealth(app: FastifyInstance, options: HealthOptions) {
  const { warmUp, warnings = () => [], draining, log } = options
  const closed = new AbortController()
  let isStarting = warmUp !== undefined
  let unread = warmUp?.unreadAtFirst ?? []

  const setUnread = (calls: UnreadCall[]) => {
    const known = new Set(unread.map(({ reason }) => reason))
    for (const { call, reason, err } of calls)
      if (!known.has(reason)) log.warn({ call, reason, err }, 'not ready: required call failed')
    unread = calls
  }

  /** A server that is not ready gets no requests, so it has to retry the calls itself. */
  const untilReady = async ({ readCalls, makePages }: WarmUp) => {
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
    if (!warmUp) return
    setTimeout(() => {
      isStarting = false
    }, startLimitMs).unref()
    // Rejects when the server is closed.
    untilReady(warmUp).catch(() => {})
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
  installProbe(app, '/readyz', problems, warnings)
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
