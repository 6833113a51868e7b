// The tables of the code that the documents repeat: settings, commands, metrics, labels, keys of content files.
import { commands } from '../../server/commands/commands.ts'
import { formerSettings } from '../../server/commands/unknown-settings.ts'
import { settingGroups, settings as table } from '../../server/config/schema.ts'
import { readBrand } from '../../server/content/markdown/brand.ts'
import { fileReader } from '../../server/content/markdown/fields.ts'
import { readForm } from '../../server/content/markdown/form-file.ts'
import { knownLabels, readBanners, readSite } from '../../server/content/markdown/site-files.ts'
import { createMetrics, metricTable } from '../../server/telemetry/metrics.ts'
import { routeKinds } from '../../server/telemetry/request-log.ts'

export { settingGroups }
export const settings: readonly string[] = Object.values(table).map(({ name }) => name)
export const former: readonly string[] = Object.keys(formerSettings)
export const commandNames: readonly string[] = Object.keys(commands)
export const labels: readonly string[] = knownLabels
export const routes: readonly string[] = [...routeKinds]
/** Readers of content files, whose keys a test records. */
export const readers = {
  readBanners,
  readBrand,
  readForm,
  readMenu: fileReader({ type: 'menu node', list: true }),
  readSite,
}

/** A scrape with the metrics of the process. */
export const processMetrics = (): Promise<string> => createMetrics('b', true).text()
export const metrics: readonly string[] = Object.values(metricTable).flatMap((definitions) =>
  Object.keys(definitions),
)
