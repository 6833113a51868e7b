// Whether the process lives, has started, and can serve; reasons where it cannot.
import { setInterval as every } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

type Options = {
  /** Fills the cache; begins as soon as the server listens. */
  warmUp?: (() => Promise<void>) | undefined
  draining: AbortSignal
  /** The origin does not answer, and there is nothing stored that could stand in for it. */
  isEmptyHanded: () => boolean
}

const noStore = { 'cache-control': 'no-store' }
const retryMs = 3000

const reasons = {
  starting: 'the cache is being warmed up',
  draining: 'the server is about to stop',
  'empty-handed': 'the origin does not answer, and nothing is stored',
} as const

export function installHealth(app: FastifyInstance, { warmUp, draining, isEmptyHanded }: Options) {
  let isStarting = warmUp !== undefined
  const closed = new AbortController()
  const isEnding = () => draining.aborted || closed.signal.aborted

  /** A server that is not ready has no visitors: it has to find out itself that the origin is back. */
  const warmUpUntilUseful = async () => {
    await warmUp?.()
    isStarting = false
    try {
      for await (const _ of every(retryMs, undefined, { ref: false, signal: closed.signal }))
        if (isEmptyHanded()) await warmUp?.()
    } catch {
      // The server was closed.
    }
  }
  app.addHook('onListen', async () => void (warmUp && warmUpUntilUseful()))
  app.addHook('preClose', async () => closed.abort())

  const problems = (): (keyof typeof reasons)[] => [
    ...(isStarting ? ['starting' as const] : []),
    ...(isEnding() ? ['draining' as const] : []),
    ...(!isStarting && isEmptyHanded() ? ['empty-handed' as const] : []),
  ]
  const answer = (url: string, problemsNow: () => (keyof typeof reasons)[]) =>
    app.get(url, async (_request, reply) => {
      const found = problemsNow()
      reply.headers(noStore).status(found.length > 0 ? 503 : 200)
      return {
        status: found[0] ?? 'ok',
        ...(found.length > 0 && { reasons: found.map((one) => reasons[one]) }),
      }
    })
  answer('/livez', () => [])
  answer('/healthz', () => [])
  answer('/startupz', () => (isStarting ? ['starting'] : []))
  answer('/readyz', problems)
}
