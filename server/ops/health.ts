// Health checks: liveness, startup and readiness, with reasons where the server is not ready.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { ContentFault } from '../base/content-source.ts'

/** A failed call that every page requires. `reason` contains no URL; `err` is for the log. */
export type UnreadCall = { call: string; reason: string; err?: unknown }

export type WarmUp = {
  /** The failed calls, read from the upstream or the cache. Never rejects. */
  readCalls: () => Promise<UnreadCall[]>
  /** Fills the cache. Never rejects. */
  makePages: () => Promise<void>
}

type Problem = { status: string; reason: string }

const retryMs = 1000
/** After this time the startup probe succeeds, even if the upstream is down. */
const startLimitMs = 5000

/** `warmUp` begins when the server listens; without it the server is ready at once. `warnings`: of other rooms, for /readyz. */
export function installHealth(
  app: FastifyInstance,
  { source, telemetry, mode: { warm, draining } }: AppContext,
  warmUp: WarmUp,
  warnings: () => string[],
) {
  const { log } = telemetry
  const closed = new AbortController()
  let isStarting = warm
  let unread: UnreadCall[] = warm ? [{ call: 'the first calls', reason: 'no response yet' }] : []

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
    isStarting ? [{ status: 'starting', reason: 'the cache is being warmed up' }] : []
  const stopping = (): Problem[] =>
    draining.aborted || closed.signal.aborted
      ? [{ status: 'draining', reason: 'the server is stopping' }]
      : []
  const failed = ({ call, reason }: UnreadCall): Problem => ({
    status: 'upstream-unavailable',
    reason: `${call}: ${reason}`,
  })

  const probe = (url: string, problemsNow: () => Problem[], warningsNow: () => string[] = () => []) =>
    app.get(url, async (_request, reply) => {
      const [problems, warnings] = [problemsNow(), warningsNow()]
      reply.header('cache-control', 'no-store').status(problems.length > 0 ? 503 : 200)
      return {
        status: problems[0]?.status ?? 'ok',
        ...(problems.length > 0 && { reasons: problems.map(({ reason }) => reason) }),
        ...(warnings.length > 0 && { warnings }),
      }
    })
  probe('/livez', () => [])
  probe('/healthz', () => [])
  probe('/startupz', starting)
  // What the operator should know although the server is ready; no URLs.
  probe(
    '/readyz',
    () => [...starting(), ...stopping(), ...(isStarting ? [] : unread.map(failed))],
    () => [
      ...telemetry.warnings(),
      ...warnings(),
      ...contentWarnings(source.problems()),
      ...telemetry.problems.warnings(),
    ],
  )
}

const shown = { kept: 'its last valid text is served', 'left out': 'it is not served' } as const

/**
 * Files that are not served as they are, with the first fault of each. Only files of the whole site are named: the name of an
 * article may be a secret until it is public.
 */
function contentWarnings(faults: ContentFault[]): string[] {
  return (['kept', 'left out'] as const).flatMap((effect) => {
    const ofEffect = faults.filter((fault) => fault.effect === effect)
    const files = [...Map.groupBy(ofEffect, ({ file }) => file)]
    const named = files.filter(([file]) => !file.includes('/'))
    const others = files.length - named.length
    return [
      ...named.map(
        ([file, [first]]) =>
          `content file ${file}, line ${first?.line}: ${shown[effect]} (${first?.problem})`,
      ),
      ...(others > 0 ? [`content files ${effect}: ${others} more, see the log or check-content`] : []),
    ]
  })
}
