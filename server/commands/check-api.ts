// check-api: requests each business call in each language of the site from the content API and prints what came.
import pino from 'pino'
import { createRichText } from '../content/rich-text/rich-text.ts'
import { createFaults, faultActions, faultOf, problemText } from '../telemetry/faults.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { type CheckedCall, checkCalls } from './check-calls.ts'
import { type Command, exitCodes, readConfig } from './command.ts'
import { createContentSource } from './create-content-source.ts'

export const usage = `node dist/server/main.js check-api

  Requests each business call in each language of the site from the content API (API_BASE) and prints a table: the status, the
  fields that were found, those that are missing, those of a wrong type, and caching fields that leave nothing for an
  outage; then what to do. The form is not sent.
  Exit codes: 0 every call can be used, 1 some cannot, 78 invalid environment.
`

export const run: Command['run'] = async (_args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const [log, metrics] = [pino({ level: 'silent' }), createMetrics()]
  const telemetry = { log, metrics, faults: createFaults({ log, metrics }) }
  const source = await createContentSource({
    config,
    distDir: world.distDir,
    telemetry,
    watch: false,
    // The form is not sent.
    saveMessage: async () => 'key reused',
  })
  try {
    const rows = await checkCalls({
      send: source.send,
      richText: createRichText(config),
      isByPolicy: config.upstreamCache === 'policy',
    })
    process.stdout.write(tableOf(rows))
    // Without a status there was no response, which the upstream has reported.
    const ofResponses = rows.flatMap(({ problems }) => problems).filter(({ status }) => status !== 0)
    const faults = new Set([...ofResponses.map(faultOf), ...telemetry.faults.list().map(({ name }) => name)])
    for (const name of faults) process.stdout.write(`${name}: ${faultActions[name]}\n`)
    return rows.every(isUsable) ? exitCodes.done : exitCodes.failed
  } finally {
    await source.close()
  }
}

function isUsable({ problems }: CheckedCall): boolean {
  return problems.every(({ effect }) => effect === 'not stored')
}

function tableOf(rows: CheckedCall[]): string {
  const width = Math.max(...rows.map(({ call }) => call.length))
  return rows
    .map((row) => {
      const { call, locale, found, missing, problems } = row
      const state = isUsable(row) ? 'ok' : 'FAILED'
      const lines = [
        ...problems.map((problem) => `      ${problemText(problem)}`),
        found.length > 0 && `      found: ${found.join(', ')}`,
        missing.length > 0 && `      missing: ${missing.join(', ')}`,
      ].filter(Boolean)
      return [`${locale}  ${call.padEnd(width)}  ${state}`, ...lines, ''].join('\n')
    })
    .join('')
}
