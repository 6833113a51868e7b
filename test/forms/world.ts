// Messages as operators see them: the command `forms`, the gauges of a site, and the files of DATA_DIR.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandError } from '../../server/commands/command.ts'
import { run } from '../../server/commands/forms.ts'
import { metricOf } from '../helpers/ops.ts'
import { distDir, type Site } from '../helpers/site.ts'
import { until } from '../helpers/until.ts'

export type Exported = { reference: string; id: string; state: string; fields: Record<string, string> }

/** The command `forms` in this process, with the settings of a server. */
export async function runForms(line: string, env: Record<string, string>) {
  const written: string[] = []
  const print = (text: string): undefined => void written.push(text)
  try {
    await run(line.split(' '), { env, distDir, print })
    return { out: written.join(''), err: '', code: 0 }
  } catch (error) {
    const { message, exitCode } = error as CommandError
    return { out: written.join(''), err: message, code: exitCode }
  }
}

/** Everything that `forms export` has; empty where no server has used DATA_DIR. */
export async function exported(env: Record<string, string>): Promise<Exported[]> {
  const { out } = await runForms('export --format json', env)
  return out ? JSON.parse(out) : []
}

/** The name of a gauge: of messages that wait (`outbox`) or are `refused`, or of another one. */
export const gauge = (name: string, channel = 'upstream', outbox = 'disk') =>
  `site_form_${name}{channel="${channel}",outbox="${outbox}"}`

type Place = [channel?: string, outbox?: string]
const untilGauge = (name: string, site: Pick<Site, 'app'>, count: number, place: Place) =>
  until(async () => (await metricOf(site, gauge(name, ...place))) === count)
/** So many messages wait for a channel in an outbox, by default for the upstream, on the disk. */
export const untilWaiting = (site: Pick<Site, 'app'>, count: number, ...place: Place) =>
  untilGauge('outbox', site, count, place)
export const untilRefused = (site: Pick<Site, 'app'>, count: number, ...place: Place) =>
  untilGauge('refused', site, count, place)

/** Files below a folder with a text in their bytes. */
export function filesWith(folder: string, text: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const files = found.map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => readFileSync(file).includes(text))
}
