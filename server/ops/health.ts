// Health checks: liveness, startup and readiness, with reasons where the server is not ready.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { ContentFault } from '../base/content-source.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'

/** A failed call that every page requires. `reason` contains no URL; `err` is for the log. */
export type UnreadCall = { call: string; reason: string; err?: unknown }

export type WarmUp = {
  /** The failed calls, read from the upstream or the cache. Never rejects. */
  readCalls: () => Promise<UnreadCall[]>
  /** Fills the cache. Never rejects. */
  renderPages: () => Promise<void>
}

type NotReady = [status: string, reason: string]

const retryMs = 1000
/** After this time the startup probe succeeds, even if the upstream is down. */
const startLimitMs = 5000

/** `warmUp` begins when the server listens; without it the server is ready at once. */
export function installHealth(
  app: FastifyInstance,
  { source, telemetry: { log, faults }, mode: { warm, draining } }: AppContext,
  warmUp: WarmUp,
) {
  const mayLog = createMinuteLimit(Date.now)
  const closed = new AbortController()
  let isStarting = warm
  let unread: UnreadCall[] = warm ? [{ call: 'the first calls', reason: 'no response yet' }] : []

  /** A server that is not ready gets no requests, so it has to retry the calls itself. */
  const untilReady = async () => {
    const { readCalls, renderPages } = warmUp
    for (let failed = await readCalls(); failed.length > 0; failed = await readCalls()) {
      for (const one of failed)
        if (mayLog(`${one.call} ${one.reason}`)) log.warn(one, 'not ready: required call failed')
      unread = failed
      isStarting = false
      await sleep(retryMs, undefined, { ref: false, signal: closed.signal })
    }
    await renderPages()
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

  const starting = (): NotReady[] => (isStarting ? [['starting', 'the cache is being warmed up']] : [])
  const stopping = (): NotReady[] =>
    draining.aborted || closed.signal.aborted ? [['draining', 'the server is stopping']] : []
  const unavailable = () =>
    unread.map(({ call, reason }): NotReady => ['upstream-unavailable', `${call}: ${reason}`])
  const probe = (url: string, reasonsNow: () => NotReady[], warningsNow: () => string[] = () => []) =>
    app.get(url, async (_request, reply) => {
      const [reasons, warnings] = [reasonsNow(), warningsNow()]
      reply.header('cache-control', 'no-store').status(reasons.length > 0 ? 503 : 200)
      return {
        status: reasons[0]?.[0] ?? 'ok',
        ...(reasons.length > 0 && { reasons: reasons.map(([, reason]) => reason) }),
        ...(warnings.length > 0 && { warnings }),
      }
    })
  probe('/livez', () => [])
  probe('/healthz', () => [])
  probe('/startupz', starting)
  // Warnings for the operator of a server that is ready; no URLs.
  probe(
    '/readyz',
    () => [...starting(), ...stopping(), ...(isStarting ? [] : unavailable())],
    () => [
      ...faults.list().map(({ name, text }) => `${name}: ${text}`),
      ...contentWarnings(source.problems()),
    ],
  )
}

/** Of the faults of files that are not served as they are. */
export const consequences: Partial<Record<ContentFault['effect'], string>> = {
  kept: 'its last valid text is served',
  'left out': 'it is not served',
}

/** With the first fault of each file. Only files of the whole site are named: the name of an article may be a secret until it is public. */
function contentWarnings(faults: ContentFault[]): string[] {
  return Object.entries(consequences).flatMap(([effect, consequence]) => {
    const ofEffect = faults.filter((fault) => fault.effect === effect)
    const files = [...Map.groupBy(ofEffect, ({ file }) => file)]
    const named = files.filter(([file]) => !file.includes('/'))
    const others = files.length - named.length
    return [
      ...named.map(
        ([file, [first]]) => `content file ${file}, line ${first?.line}: ${consequence} (${first?.problem})`,
      ),
      ...(others > 0 ? [`content files ${effect}: ${others} more, see the log or check-content`] : []),
    ]
  })
}
