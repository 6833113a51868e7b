// check-api: requests each business call in both languages from the content API and prints what came.
import pino from 'pino'
import { readContent } from '../../shared/api/api.ts'
import { type CallName, callOf, calls } from '../../shared/api/calls.ts'
import { categories, firstByOrder, locales } from '../../shared/constants.ts'
import { type ContentError, isContentError } from '../../shared/content/reader.ts'
import type { Locale } from '../../shared/locale.ts'
import { fillPattern } from '../../shared/path-pattern.ts'
import type { Origin } from '../base/origin.ts'
import type { Config } from '../config/config.ts'
import { createFormStore } from '../content/form-store.ts'
import { createCallReader } from '../origin/call-reader.ts'
import { createOrigin } from '../origin/create-origin.ts'
import { parseBody, readBody } from '../origin/read-body.ts'
import { createRichText } from '../render/rich-text.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createOriginProblems, type OriginProblem, secretsOf } from '../telemetry/origin-problems.ts'
import { createTracing } from '../telemetry/tracing.ts'
import { type Command, exitCodes, readConfig, reportMapProblem } from './command.ts'

export const usage = `node dist/server/main.js check-api

  Requests each business call in both languages from the content API (API_BASE, API_KIND) and prints a table: the status, the
  fields that were found, those that are missing, and those of a wrong type. The form is not sent.
  Exit codes: 0 every call can be used, 1 some cannot, 78 invalid environment.
`

const timeoutMs = 15_000
const problemWidth = 300

export const run: Command['run'] = async (_args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const said: OriginProblem[] = []
  const origin = await openOrigin(config, world.distDir, said).catch(reportMapProblem)
  if (!origin) return exitCodes.configuration
  try {
    const rows: Row[] = []
    for (const locale of locales) rows.push(...(await checkLocale(origin, config, locale, said)))
    process.stdout.write(tableOf(rows))
    return rows.every(({ problem }) => problem === '') ? exitCodes.done : exitCodes.failed
  } finally {
    await origin.close()
  }
}

function openOrigin(config: Config, distDir: string, said: OriginProblem[]): Promise<Origin> {
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const problems = createOriginProblems({ log, secrets: secretsOf(config) })
  const report = (problem: OriginProblem) => void said.push(problem)
  return createOrigin({
    ...{ config, distDir, log, metrics, watch: false, tracing: createTracing() },
    // Nothing is stored in it.
    formStore: async () => createFormStore({ dataFile: ':memory:', now: Date.now }),
    problems: { ...problems, report },
  })
}

type Row = { call: string; locale: Locale; found: string[]; missing: string[]; problem: string }
type Request = { name: CallName; value?: string | number; body?: object }

/** Ids and signs are those that earlier calls have found. */
async function checkLocale(
  origin: Origin,
  config: Config,
  locale: Locale,
  said: OriginProblem[],
): Promise<Row[]> {
  const rows: Row[] = []
  const ask = async (request: Request): Promise<unknown> => {
    const { row, content } = await checkCall(origin, config, locale, request, said)
    rows.push(row)
    return content
  }
  await ask({ name: 'siteConfig', body: {} })
  const menu = await ask({ name: 'menu', body: {} })
  await ask({ name: 'labels', body: {} })
  await ask({ name: 'banners', body: { position: 'home' } })
  for (const category of categories) {
    const list = await ask({ name: 'articleList', value: category })
    const first = listIn(list)[0]
    if (!first) continue
    await ask({ name: 'articleDetail', value: Number(first['id']) })
    await ask({ name: 'articleRecommends', value: category, body: { id: first['id'], limit: 3 } })
    if (first['sign']) await ask({ name: 'articleInfo', value: String(first['sign']) })
  }
  const about = await ask({ name: 'about', value: firstByOrder })
  const sign = objectIn(about)['sign']
  if (sign) await ask({ name: 'aboutInfo', value: String(sign) })
  await ask({ name: 'download', value: firstByOrder })
  const manual = /\/manual\/(\d+)/.exec(JSON.stringify(menu ?? ''))?.[1]
  if (manual) await ask({ name: 'manual', value: manual })
  return [...rows, ...notRequested(rows, locale)]
}

function notRequested(rows: Row[], locale: Locale): Row[] {
  const done = new Set(rows.map(({ call }) => call.split(' ')[0]))
  return (Object.keys(calls) as CallName[])
    .filter((name) => !done.has(name))
    .map((name) => {
      const why = name === 'form' ? 'not sent' : 'not requested: no item is known'
      return { call: `${name} (${why})`, locale, found: [], missing: [], problem: '' }
    })
}

async function checkCall(
  origin: Origin,
  config: Config,
  locale: Locale,
  { name, value, body }: Request,
  said: OriginProblem[],
): Promise<{ row: Row; content?: unknown }> {
  const { method, path } = callOf(name)
  const query = method === 'GET' ? `?lang=${locale}` : ''
  const call = value === undefined ? name : `${name} ${value}`
  const failed = (problem: string) => ({ row: { call, locale, found: [], missing: [], problem } })
  said.length = 0
  try {
    const response = await origin.send({
      ...{ method, path: fillPattern(path, () => String(value)) + query },
      headers: { 'accept-language': locale, 'content-type': 'application/json', accept: 'application/json' },
      ...(body && { body: Buffer.from(JSON.stringify({ ...body, lang: locale })) }),
    })
    const bytes = await readBody(response.body, config.originResponseLimit, timeoutMs)
    const envelope = parseBody(bytes)
    if (response.status !== 200) return failed(`status ${response.status}`)
    const { success, data } = objectIn(envelope)
    if (success !== true)
      return failed(
        `expected {"success":true,"data":…}, got ${Object.keys(objectIn(envelope)).join(', ') || 'no JSON'}`,
      )
    return readCall(config, { name, call, locale }, data)
  } catch (error) {
    const [first] = said
    const problem = first ? `${first.path}: ${first.problem}` : messageOf(error)
    return failed(problem)
  }
}

type Asked = { name: CallName; call: string; locale: Locale }

/** The reader of the call says what is there; empty lists count as missing. */
function readCall(
  config: Config,
  { name, call, locale }: Asked,
  data: unknown,
): { row: Row; content?: unknown } {
  const omitted: ContentError[] = []
  const { readings } = createCallReader(
    createRichText(config),
    (_call, _path, errors) => void omitted.push(...errors),
  )
  try {
    const content = readContent(name, '', data, readings[locale])
    const [sample = {}] = Array.isArray(content)
      ? content
      : listIn(content).length > 0
        ? listIn(content)
        : [content]
    const fields = Object.entries(objectIn(sample))
    const has = ([, value]: [string, unknown]) =>
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    const [first] = omitted
    return {
      content,
      row: {
        ...{ call, locale, found: fields.filter(has).map(([key]) => key) },
        missing: fields.filter((field) => !has(field)).map(([key]) => key),
        problem: first ? `${first.field}: ${first.message} (left out)` : '',
      },
    }
  } catch (error) {
    if (!isContentError(error)) throw error
    const problem = `${error.field || 'data'}: ${error.message}`
    return { row: { call, locale, found: [], missing: [], problem } }
  }
}

function messageOf(error: unknown): string {
  const { cause, message } = error as Error
  const inner = cause instanceof Error ? `: ${cause.message}` : ''
  return `${message}${inner}`.slice(0, problemWidth)
}

function tableOf(rows: Row[]): string {
  const width = Math.max(...rows.map(({ call }) => call.length))
  return rows
    .map(({ call, locale, found, missing, problem }) => {
      const state = problem ? 'FAILED' : 'ok'
      const lines = [
        problem && `      ${problem}`,
        found.length > 0 && `      found: ${found.join(', ')}`,
        missing.length > 0 && `      missing: ${missing.join(', ')}`,
      ].filter(Boolean)
      return [`${locale}  ${call.padEnd(width)}  ${state}`, ...lines, ''].join('\n')
    })
    .join('')
}

function listIn(content: unknown): Record<string, unknown>[] {
  const list = Array.isArray(content) ? content : objectIn(content)['list']
  return Array.isArray(list) ? list : []
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
