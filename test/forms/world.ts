// Messages as operators see them: the command `forms`, the gauges of a site, and the files of DATA_DIR.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formCall, typed } from '../helpers/form.ts'
import { runProgram } from '../server/commands/process.ts'

export type Exported = { reference: string; id: string; state: string; fields: Record<string, string> }

/** `node dist/server/main.js forms`, with the settings of a server; `daysLater`: by its clock. */
export function runForms(line: string, env: Record<string, string>, daysLater = 0) {
  const code = `const now = Date.now; Date.now = () => now() + ${daysLater * 86_400_000}`
  const clock = `--import=data:text/javascript,${encodeURIComponent(code)}`
  return runProgram(['forms', ...line.split(' ')], env, daysLater ? [clock] : [])
}

/** Everything that `forms export` has; empty where no server has used DATA_DIR. */
export async function exported(env: Record<string, string>): Promise<Exported[]> {
  const { out } = await runForms('export --format json', env)
  return out ? JSON.parse(out) : []
}

export const outboxGauge = (name: string, outbox = 'disk') => channelGauge(name, 'upstream', outbox)
export const channelGauge = (name: string, channel: string, outbox = 'disk') =>
  `site_form_${name}{channel="${channel}",outbox="${outbox}"}`

/** Files below a folder with a text in their bytes. */
export function filesWith(folder: string, text: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const files = found.map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => readFileSync(file).includes(text))
}

/** The JSON call to a server that listens. */
export async function send(url: string, key: string, fields: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const body = JSON.stringify({ ...typed, ...fields })
  return (await fetch(`${url}${formCall}:name`, { method: 'POST', headers, body })).status
}
