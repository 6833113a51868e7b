// Whether the process lives, has started, and can serve; reasons where it cannot.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** A call that no page can do without and that cannot be read. `reason` holds no URL; `err` is for the log. */
export type UnreadCall = { call: string; reason: string; err?: unknown }

export type WarmUp = {
  /** Empty where all is read, from the origin or from what is stored. Never rejects. */
  readCalls: () => Promise<UnreadCall[]>
  /** What is said until `readCalls` has ended for the first time. */
  unreadAtFirst: UnreadCall[]
  /** Fills the cache. Never rejects. */
  makePages: () => Promise<void>
}

type Options = {
  /** Begins when the server listens; without it the server is ready at once. */
  warmUp?: WarmUp | undefined
  draining: AbortSignal
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}
type Problem = { status: string; reasons: string[] }

const noStore = { 'cache-control': 'no-store' }
const retryMs = 1000
/** A container counts as started by then, whatever the origin does. */
const startLimitMs = 5000

export function installHealth(app: FastifyInstance, { warmUp, draining, log }: Options) {
  const closed = new AbortController()
  let isStarting = warmUp !== undefined
  let unread = warmUp?.unreadAtFirst ?? []

  const setUnread = (found: UnreadCall[]) => {
    const known = new Set(unread.map(({ reason }) => reason))
    for (const { call, reason, err } of found)
      if (!known.has(reason)) log.warn({ call, reason, err }, 'not ready: the call cannot be read')
    unread = found
  }

  /** A server that is not ready has no visitors: it has to call the origin itself. */
  const untilReady = async ({ readCalls, makePages }: WarmUp) => {
    for (let found = await readCalls(); found.length > 0; found = await readCalls()) {
      setUnread(found)
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
    // Rejects where the server was closed in between.
    untilReady(warmUp).catch(() => {})
  })
  app.addHook('preClose', async () => closed.abort())

  const starting = (): Problem[] =>
    isStarting ? [{ status: 'starting', reasons: ['the cache is being warmed up'] }] : []
  const problems = (): Problem[] => [
    ...starting(),
    ...(draining.aborted || closed.signal.aborted
      ? [{ status: 'draining', reasons: ['the server is about to stop'] }]
      : []),
    ...(!isStarting && unread.length > 0
      ? [{ status: 'upstream-unavailable', reasons: unread.map(({ call, reason }) => `${call}: ${reason}`) }]
      : []),
  ]
  const probe = (url: string, problemsNow: () => Problem[]) =>
    app.get(url, async (_request, reply) => {
      const found = problemsNow()
      reply.headers(noStore).status(found.length > 0 ? 503 : 200)
      return {
        status: found[0]?.status ?? 'ok',
        ...(found.length > 0 && { reasons: found.flatMap(({ reasons }) => reasons) }),
      }
    })
  probe('/livez', () => [])
  probe('/healthz', () => [])
  probe('/startupz', starting)
  probe('/readyz', problems)
}
