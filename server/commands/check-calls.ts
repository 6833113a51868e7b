// Requests each business call once in each language of the site, and names what cannot be used.
import { type CallName, callOf, calls } from '../../shared/api/calls.ts'
import { firstByOrder } from '../../shared/constants.ts'
import { type ContentError, isContentError, type SafeHtml } from '../../shared/content/reader.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { type Query, queryString } from '../../shared/href.ts'
import { isRecord } from '../../shared/is-record.ts'
import { defaultLanguages, languagesFrom, listOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { fillPattern } from '../../shared/path-pattern.ts'
import { defaultSections, type SiteSections, sectionsFrom } from '../../shared/sections.ts'
import type { Send } from '../base/content-source.ts'
import { parseJson } from '../base/json.ts'
import { maxResponseBytes, readBody } from '../base/read-body.ts'
import { storageProblem } from '../cache/usable-later.ts'
import { type FieldProblem, leftOut } from '../telemetry/faults.ts'
import { readResult } from '../upstream/call-responses.ts'

/** `call` with its parameter. */
export type CheckedCall = {
  call: string
  locale: Locale
  found: string[]
  missing: string[]
  problems: FieldProblem[]
}

type CheckCallsOptions = {
  send: Send
  richText: (html: string, locale: Locale) => SafeHtml
  /** Responses have the lifetimes of the policy table, whatever caching fields they have. */
  isByPolicy: boolean
}

type Checks = CheckCallsOptions & { sections: SiteSections }

type Request = {
  name: CallName
  value?: string | number
  query?: Query
  body?: object
}
type Checked = { row: CheckedCall; content?: unknown }

const timeoutMs = 15_000

/** The calls in the order of the requests, in the languages that the site configuration names. The form is not sent. */
export async function checkCalls(options: CheckCallsOptions): Promise<CheckedCall[]> {
  const request = { name: 'siteConfig', body: {} } as const
  const { content } = await checkCall({ ...options, sections: defaultSections }, 'zh', request)
  const languages = languagesFrom(objectIn(content)['languages']) ?? defaultLanguages
  const rows: CheckedCall[] = []
  for (const locale of listOf(languages)) rows.push(...(await checkLocale(options, locale)))
  return rows
}

/** Ids and signs are those that earlier calls have found. */
async function checkLocale(options: CheckCallsOptions, locale: Locale): Promise<CheckedCall[]> {
  const rows: CheckedCall[] = []
  let sections = defaultSections
  const check = async (request: Request): Promise<unknown> => {
    const { row, content } = await checkCall({ ...options, sections }, locale, request)
    rows.push(row)
    return content
  }
  // The reader of the call.
  const config = (await check({ name: 'siteConfig', body: {} })) as SiteConfig | undefined
  sections = sectionsFrom(config?.sections ?? undefined)
  const menu = await check({ name: 'menu', body: {} })
  await check({ name: 'labels', body: {} })
  await check({ name: 'banners', body: { position: 'home' } })
  let word: string | undefined
  let manual: unknown = /\/manual\/(\d+)/.exec(JSON.stringify(menu ?? ''))?.[1]
  for (const category of sections.slugs) {
    const list = await check({ name: 'articleList', value: category })
    const first = listIn(list)[0]
    if (!first) continue
    word ??= String(first['title']).split(/\s/)[0]
    const detail = await check({ name: 'articleDetail', value: Number(first['id']) })
    manual ??= listIn(objectIn(detail)['manuals'])[0]?.['id']
    await check({ name: 'articleRecommends', value: category, body: { id: first['id'], limit: 3 } })
    if (first['sign']) await check({ name: 'articleInfo', value: String(first['sign']) })
  }
  const about = await check({ name: 'about', value: firstByOrder })
  const sign = objectIn(about)['sign']
  if (sign) await check({ name: 'aboutInfo', value: String(sign) })
  await check({ name: 'download', value: firstByOrder })
  if (manual) await check({ name: 'manual', value: String(manual) })
  if (word) await check({ name: 'search', query: { q: word } })
  return [...rows, ...notRequested(rows, locale)]
}

function notRequested(rows: CheckedCall[], locale: Locale): CheckedCall[] {
  const done = new Set(rows.map(({ call }) => call.split(' ')[0]))
  return (Object.keys(calls) as CallName[])
    .filter((name) => !done.has(name))
    .map((name) => {
      const why = name === 'form' ? 'not sent' : 'not requested: no item is known'
      return { call: `${name} (${why})`, locale, found: [], missing: [], problems: [] }
    })
}

async function checkCall(options: Checks, locale: Locale, request: Request): Promise<Checked> {
  const { send } = options
  const { name, value, body } = request
  const { method, path } = callOf(name)
  const query = method === 'GET' ? queryString({ lang: locale, ...request.query }) : ''
  const call = [name, value, request.query?.['q']].filter((part) => part !== undefined).join(' ')
  const row = { call, locale, found: [], missing: [] }
  try {
    const response = await send({
      method,
      path: fillPattern(path, () => String(value)) + query,
      headers: { 'accept-language': locale, 'content-type': 'application/json', accept: 'application/json' },
      ...(body && { body: Buffer.from(JSON.stringify({ ...body, lang: locale })) }),
    })
    const { status, headers } = response
    const bytes = await readBody(response.body, maxResponseBytes, timeoutMs)
    if (status === 404 && (value === firstByOrder || name === 'search'))
      return { row: { ...row, call: `${call} (there is none)`, problems: [] } }
    const result = readResult({ status, headers, body: bytes }, parseJson, callOf(name).lookup ?? false)
    switch (result.kind) {
      case 'success': {
        const unstored = options.isByPolicy ? undefined : storageProblem(name, headers, Date.now())
        return readCall(options, request, { ...row, problems: unstored ? [unstored] : [] }, result.data)
      }
      case 'missing':
      case 'error':
        return { row: { ...row, problems: [rejected(`status ${status}`, '', status)] } }
      default:
        return { row: { ...row, problems: [rejected(result.problem, '', status)] } }
    }
  } catch (error) {
    return { row: { ...row, problems: [rejected(messageOf(error), '', 0)] } }
  }
}

/** The reader of the call says what is there; empty lists count as missing. */
function readCall(
  { sections, richText }: Checks,
  { name }: Request,
  row: CheckedCall,
  data: unknown,
): Checked {
  const omitted: ContentError[] = []
  try {
    const content = callOf(name).read(data, (html) => richText(html, row.locale), { omitted, sections })
    const problems = [...leftOut(omitted), ...row.problems]
    if (name === 'articleList' && listIn(content).length === 0)
      return { content, row: { ...row, call: `${row.call} (no items)`, problems } }
    const sample = listIn(content)[0] ?? (Array.isArray(content) ? {} : content)
    const fields = Object.entries(objectIn(sample))
    const found = fields.filter(has).map(([key]) => key)
    const missing = fields.filter((field) => !has(field)).map(([key]) => key)
    return { content, row: { ...row, found, missing, problems } }
  } catch (error) {
    if (!isContentError(error)) throw error
    return { row: { ...row, problems: [rejected(error.message, error.field)] } }
  }
}

/** `status`: 0 without a response. */
function rejected(problem: string, field = '', status = 200): FieldProblem {
  return { field, problem, effect: 'rejected', status }
}

function has([, value]: [string, unknown]): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

const problemWidth = 300

function messageOf(error: unknown): string {
  const { cause, message } = error as Error
  const inner = cause instanceof Error ? `: ${cause.message}` : ''
  return `${message}${inner}`.slice(0, problemWidth)
}

function listIn(content: unknown): Record<string, unknown>[] {
  const list = Array.isArray(content) ? content : objectIn(content)['list']
  return Array.isArray(list) ? list : []
}

function objectIn(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
