// check-api: requests each business call in each language of the site from the content API and prints what came.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Api } from '../../shared/api/api.ts'
import { calls } from '../../shared/api/calls.ts'
import { firstByOrder } from '../../shared/constants.ts'
import { isApiError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/is-record.ts'
import { localesOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { createAppContext } from '../app-context.ts'
import { readBuild } from '../base/build.ts'
import { createCache } from '../cache/cache.ts'
import { createFaults, type FieldProblem, faultActions, faultOf, problemText } from '../telemetry/faults.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createCallReader } from '../upstream/call-reader.ts'
import { type Command, exitCodes, readConfig } from './command.ts'
import { createContentSource } from './create-content-source.ts'

export const usage = `node dist/server/main.js check-api

  Requests each business call in each language of the site from the content API (API_BASE) and prints a table: the status, the
  fields that were found, those that are missing, those of a wrong type, and caching fields that leave nothing for an
  outage; then what to do. The form is not sent.
  Exit codes: 0 every call can be used, 1 some cannot, 78 invalid environment.
`

/** `call` with its parameter. `content`: what its reader returned. */
type Row = { call: string; locale: Locale; problems: FieldProblem[]; content?: unknown }
type Check = <T>(call: string, request: (api: Api) => Promise<T>) => Promise<T | undefined>

export const run: Command['run'] = async (_args, world) => {
  const { config: given } = readConfig(world)
  const { distDir } = world
  // Nothing of it is for a server.
  const dataDir = mkdtempSync(join(tmpdir(), 'check-api-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const config = { ...given, dataDir, cacheSnapshotSeconds: 0 }
  const [log, metrics] = [pino({ level: 'silent' }), createMetrics()]
  const faults = createFaults(log, metrics)
  const rows: Row[] = []
  // A response is read before the next call.
  const reportResponse = (problem: FieldProblem) => void rows.at(-1)?.problems.push(problem)
  const telemetry = { log, metrics, faults: { ...faults, reportResponse } }
  // The form is not sent.
  const saveMessage = async () => 'key reused' as const
  const source = await createContentSource({ config, distDir, telemetry }, saveMessage)
  const context = createAppContext({ config, source, build: await readBuild(distDir), distDir, telemetry })
  const reader = createCallReader(context)
  const cache = await createCache(context, { redis: undefined }, reader)

  const checkIn = (locale: Locale): Check => {
    const api = reader.api(cache.send, locale)
    return async (call, request) => {
      const row: Row = { call, locale, problems: [] }
      rows.push(row)
      try {
        const content = await request(api)
        row.content = content
        return content
      } catch (error) {
        addError(row, error as Error)
        return undefined
      }
    }
  }

  await checkIn('zh')('siteConfig', (api) => api.siteConfig({}))
  for (const locale of localesOf(context.siteSettings.languages())) {
    const check = checkIn(locale)
    if (locale !== 'zh') await check('siteConfig', (api) => api.siteConfig({}))
    await checkCalls(check, context.siteSettings.sections().slugs)
    const requested = rows.filter((row) => row.locale === locale).map(({ call }) => call.split(' ')[0])
    for (const name of Object.keys(calls).filter((one) => one !== 'form' && !requested.includes(one)))
      rows.push({ call: `${name} (not requested: no item is known)`, locale, problems: [] })
  }
  await Promise.all([cache.close(), reader.close(), source.close()])

  const width = Math.max(...rows.map(({ call }) => call.length))
  for (const row of rows) world.print(rowText(row, width))
  // Without a status there was no response, which the upstream has reported.
  const ofResponses = rows.flatMap(({ problems }) => problems).filter(({ status }) => status !== 0)
  const names = new Set([...ofResponses.map(faultOf), ...faults.list().map(({ name }) => name)])
  for (const name of names) world.print(`${name}: ${faultActions[name]}\n`)
  return rows.every(isUsable) ? undefined : exitCodes.failed
}

/** Ids and signs are those that earlier calls have found. */
async function checkCalls(check: Check, sections: string[]): Promise<void> {
  const menu = await check('menu', (api) => api.menu({}))
  await check('labels', (api) => api.labels({}))
  await check('banners', (api) => api.banners({}, { position: 'home' }))
  let word: string | undefined
  let manual: number | string | undefined = /\/manual\/(\d+)/.exec(JSON.stringify(menu ?? ''))?.[1]
  for (const category of sections) {
    const list = await check(`articleList ${category}`, (api) => api.articleList({ category }))
    const first = list?.list[0]
    if (!first) continue
    const { id, title, sign } = first
    word ??= title.split(/\s/)[0]
    const detail = await check(`articleDetail ${id}`, (api) => api.articleDetail({ id }))
    manual ??= detail?.manuals[0]?.id
    const nearest = { id, limit: 3 }
    await check(`articleRecommends ${category}`, (api) => api.articleRecommends({ model: category }, nearest))
    if (sign) await check(`articleInfo ${sign}`, (api) => api.articleInfo({ sign }))
  }
  const about = await check(`about ${firstByOrder}`, (api) => api.about({ id: firstByOrder }))
  const sign = about?.sign
  if (sign) await check(`aboutInfo ${sign}`, (api) => api.aboutInfo({ sign }))
  await check(`download ${firstByOrder}`, (api) => api.download({ id: firstByOrder }))
  if (manual) await check(`manual ${manual}`, (api) => api.manual({ id: manual }))
  if (word) await check(`search ${word}`, (api) => api.search({}, { q: word }))
}

/** Most errors have been reported with their response. */
function addError(row: Row, error: Error): void {
  const { call, problems } = row
  const isMissing = isApiError(error) && error.kind === 'missing'
  if (isMissing && (call.endsWith(` ${firstByOrder}`) || call.startsWith('search ')))
    row.call += ' (there is none)'
  else if (isUsable(row)) {
    const status = isApiError(error) ? error.status : 0
    problems.push({ field: '', problem: error.message, effect: 'rejected', status })
  }
}

function isUsable({ problems }: Row): boolean {
  return problems.every(({ effect }) => effect === 'not stored')
}

/** The fields are those of the first item of a list; empty lists count as missing. */
function rowText(row: Row, width: number): string {
  const { call, locale, problems, content } = row
  const list = isRecord(content) ? content['list'] : content
  const sample = Array.isArray(list) ? (list[0] ?? content) : content
  const fields = Object.entries(isRecord(sample) ? sample : {})
  const found = fields.filter(has).map(([key]) => key)
  const missing = fields.filter((field) => !has(field)).map(([key]) => key)
  const lines = [
    `${locale}  ${call.padEnd(width)}  ${isUsable(row) ? 'ok' : 'FAILED'}`,
    ...problems.map((problem) => `      ${problemText(problem)}`),
    ...(found.length > 0 ? [`      found: ${found.join(', ')}`] : []),
    ...(missing.length > 0 ? [`      missing: ${missing.join(', ')}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function has([, value]: [string, unknown]): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}
