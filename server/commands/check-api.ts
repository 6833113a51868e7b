// check-api: requests each business call in both languages from the content API and prints what came.
import pino from 'pino'
import type { Origin } from '../base/origin.ts'
import { createSharedIds } from '../cache/redis/shared-ids.ts'
import { createFormStore } from '../calls/form-store.ts'
import type { Config } from '../config/config.ts'
import { mapOf } from '../origin/adapters/api-map.ts'
import { type CheckedCall, checkCalls } from '../origin/check-calls.ts'
import { createOrigin } from '../origin/create-origin.ts'
import { createRichText } from '../rich-text/rich-text.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createOriginProblems, type OriginProblem, secretsOf } from '../telemetry/origin-problems.ts'
import { createTracing } from '../telemetry/tracing.ts'
import { type Command, exitCodes, readConfig, reportMapProblem } from './command.ts'

export const usage = `node dist/server/main.js check-api

  Requests each business call in both languages from the content API (API_BASE, API_KIND) and prints a table: the status, the
  fields that were found, those that are missing, and those of a wrong type. What api-map.yaml names without effect is a failure.
  The form is not sent.
  Exit codes: 0 every call can be used, 1 some cannot, 78 invalid environment.
`

export const run: Command['run'] = async (_args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const rejected: OriginProblem[] = []
  const origin = await openOrigin(config, world.distDir, rejected).catch(reportMapProblem)
  if (!origin) return exitCodes.configuration
  try {
    const rows = await checkCalls({
      send: origin.send,
      map: mapOf(config),
      richText: createRichText(config),
      responseLimit: config.originResponseLimit,
      reasonOf: (name) => {
        const [first] = rejected.splice(0).filter(({ call }) => call === name)
        return first && `${first.path}: ${first.problem}`
      },
    })
    process.stdout.write(tableOf(rows))
    return rows.every(({ problems }) => problems.length === 0) ? exitCodes.done : exitCodes.failed
  } finally {
    await origin.close()
  }
}

function openOrigin(config: Config, distDir: string, rejected: OriginProblem[]): Promise<Origin> {
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const problems = createOriginProblems({ log, secrets: secretsOf(config) })
  const report = (problem: OriginProblem) => void rejected.push(problem)
  return createOrigin({
    ...{ config, distDir, log, metrics, watch: false, isLive: true, tracing: createTracing() },
    // Nothing is stored in it.
    formStore: async () => createFormStore({ dataFile: ':memory:', now: Date.now }),
    sharedIds: () => createSharedIds({ config, log }),
    problems: { ...problems, report },
  })
}

function tableOf(rows: CheckedCall[]): string {
  const width = Math.max(...rows.map(({ call }) => call.length))
  return rows
    .map(({ call, locale, found, missing, problems }) => {
      const state = problems.length > 0 ? 'FAILED' : 'ok'
      const lines = [
        ...problems.map((problem) => `      ${problem}`),
        found.length > 0 && `      found: ${found.join(', ')}`,
        missing.length > 0 && `      missing: ${missing.join(', ')}`,
      ].filter(Boolean)
      return [`${locale}  ${call.padEnd(width)}  ${state}`, ...lines, ''].join('\n')
    })
    .join('')
}
