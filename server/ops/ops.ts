// Operations: what is watched for an operator (content files, disk), the health checks, and purges.
import { existsSync, statfsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { installHealth, type WarmUp } from './health.ts'
import { installPurge, type Purges } from './purge.ts'

const listEveryMs = 30_000
const leastFreeBytes = 16e6

export function installOps(app: FastifyInstance, context: AppContext, warmUp: WarmUp, purges: Purges) {
  const { config, source, telemetry } = context
  telemetry.metrics.watch('site_content_faults', () =>
    [...Map.groupBy(source.problems(), ({ effect }) => effect)].map(([effect, { length }]) => {
      return { labels: { effect: effect.replace(' ', '_') }, value: length }
    }),
  )
  telemetry.faults.watch('disk full', () => {
    if (!existsSync(config.dataDir)) return undefined
    const { bavail, bsize } = statfsSync(config.dataDir)
    const free = bavail * bsize
    return free < leastFreeBytes ? `${Math.floor(free / 1e6)} MB are left for DATA_DIR` : undefined
  })
  // States are logged when they are listed.
  const timer = setInterval(telemetry.faults.list, listEveryMs).unref()
  app.addHook('preClose', async () => clearInterval(timer))
  installHealth(app, context, warmUp)
  installPurge(app, context, purges)
}
