// The tables of the code that the documents repeat: settings, commands, metrics, labels, keys of content files.
import { commands } from '../../server/commands/commands.ts'
import { formerSettings } from '../../server/commands/unknown-settings.ts'
import { settingGroups, settings as table } from '../../server/config/schema.ts'
import { readBrand } from '../../server/content/markdown/brand.ts'
import { fileReader } from '../../server/content/markdown/fields.ts'
import { readForm } from '../../server/content/markdown/form-file.ts'
import { knownLabels, readBanners, readSite } from '../../server/content/markdown/site-files.ts'
import { createMetrics } from '../../server/telemetry/metrics.ts'
import { routeKinds } from '../../server/telemetry/request-metrics.ts'

export { settingGroups }
export const settings: readonly string[] = Object.values(table).map(({ name }) => name)
export const former: readonly string[] = Object.keys(formerSettings)
export const commandNames: readonly string[] = Object.keys(commands)
export const labels: readonly string[] = knownLabels
export const routes: readonly string[] = routeKinds
/** Readers of content files, whose keys a test records. */
export const readers = {
  readBanners,
  readBrand,
  readForm,
  readMenuNode: fileReader({ type: 'menu node' }),
  readSite,
}

/** A scrape with every metric and every label, those of the process as well. */
export function everyMetric(): Promise<string> {
  const metrics = createMetrics({ ofProcess: true, build: 'b' })
  metrics.requests.observe('page', 200, 0.1)
  metrics.requests.countAbort('page')
  metrics.renders.observe('document', 0.1)
  metrics.renders.watchStalled(() => 0)
  metrics.observeUpstream('menu', 0.1, 200)
  metrics.watchUpstream({ kind: 'upstream', breakerState: () => 'closed' })
  metrics.watchUpstream({ kind: 'local', problems: () => [] })
  metrics.watchLog(() => 0)
  metrics.countOutcome('hit', 'api', 'memory')
  metrics.countRejected('search')
  metrics.forms.countSubmission('accepted')
  metrics.forms.countAttempt('upstream', 'delivered')
  metrics.watchCache(() => ({ bytes: 1, count: 1 }))
  const outbox = { name: 'disk', usage: async () => ({ waiting: 0, refused: 0, oldestMs: 0 }) }
  metrics.forms.watchOutboxes([outbox])
  metrics.forms.countAttempt('email', 'delivered')
  metrics.forms.watchChannels([{ channel: 'email', outboxes: [outbox] }])
  return metrics.text()
}
