// Operations: what is watched for an operator (content files, disk), the health checks, and purges.
import { existsSync, statfsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { installHealth, type WarmUp } from './health.ts'
import { installPurge, type Purges } from './purge.ts'

const listEveryMs = 30_000
const leastFreeBytes = 16e6

export function installOps(app: FastifyInstance, context: AppContext, warmUp: WarmUp, purges: Purges) {
  watchContentFiles(context)
  watchDisk(context)
  // States are logged when they are listed.
  const timer = setInterval(context.telemetry.faults.list, listEveryMs).unref()
  app.addHook('preClose', async () => clearInterval(timer))
  installHealth(app, context, warmUp)
  installPurge(app, context, purges)
}

function watchContentFiles({ source, telemetry: { metrics } }: AppContext) {
  metrics.watch('site_content_faults', () =>
    [...Map.groupBy(source.problems(), ({ effect }) => effect)].map(([effect, { length }]) => {
      return { labels: { effect: effect.replace(' ', '_') }, value: length }
    }),
  )
}

function watchDisk({ config: { dataDir }, telemetry: { faults } }: AppContext) {
  faults.watch('disk full', () => {
    if (!existsSync(dataDir)) return undefined
    const { bavail, bsize } = statfsSync(dataDir)
    const free = bavail * bsize
    return free < leastFreeBytes ? `${Math.floor(free / 1e6)} MB are left for DATA_DIR` : undefined
  })
}
