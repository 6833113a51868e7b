// Requests each business call once in both languages, and names what cannot be used and what the map names without effect.
import { readContent } from '../../shared/api/api.ts'
import { type CallName, callOf, calls } from '../../shared/api/calls.ts'
import { categories, firstByOrder, locales } from '../../shared/constants.ts'
import { type ContentError, isContentError, type SafeHtml } from '../../shared/content/reader.ts'
import { type Query, queryString } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { fillPattern } from '../../shared/path-pattern.ts'
import { parseJson } from '../base/json.ts'
import type { Send } from '../base/origin.ts'
import type { ApiMap, ItemKind } from './adapters/api-map.ts'
import { untitled } from './adapters/fixed-text.ts'
import { createCallReader } from './call-reader.ts'
import { isOriginError } from './origin-error.ts'
import { readBody } from './read-body.ts'
import { type ValidationResult, validateResponse } from './validate-response.ts'

/** `call` with its parameter. `problems`: empty where the call can be used. `isSilent`: there was no response at all. */
export type CheckedCall = {
  call: string
  locale: Locale
  found: string[]
  missing: string[]
  problems: string[]
  isSilent?: true
}

type Options = {
  send: Send
  map: Pick<ApiMap, 'types' | 'fields'>
  richText: (html: string, locale: Locale) => SafeHtml
  responseLimit: number
  /** Why the latest response to a call was rejected, where that is known. */
  reasonOf: (call: CallName) => string | undefined
}

/** `kind`: what the map has for the call. */
type Request = {
  name: CallName
  kind?: ItemKind
  value?: string | number
  query?: Query
  body?: object
}
type Checked = { row: CheckedCall; content?: unknown }

const timeoutMs = 15_000

/** In the order of the requests. The form is not sent. */
export async function checkCalls(options: Options): Promise<CheckedCall[]> {
  const rows: CheckedCall[] = []
  for (const locale of locales) rows.push(...(await checkLocale(options, locale)))
  return rows
}

/** Ids and signs are those that earlier calls have found. */
async function checkLocale(options: Options, locale: Locale): Promise<CheckedCall[]> {
  const rows: CheckedCall[] = []
  const check = async (request: Request): Promise<unknown> => {
    const { row, content } = await checkCall(options, locale, request)
    rows.push(row)
    return content
  }
  await check({ name: 'siteConfig', body: {} })
  const menu = await check({ name: 'menu', body: {} })
  await check({ name: 'labels', body: {} })
  await check({ name: 'banners', body: { position: 'home' } })
  let word: string | undefined
  let manual: unknown = /\/manual\/(\d+)/.exec(JSON.stringify(menu ?? ''))?.[1]
  for (const category of categories) {
    const list = await check({ name: 'articleList', kind: category, value: category })
    const first = listIn(list)[0]
    if (!first) continue
    word ??= String(first['title']).split(/\s/)[0]
    const detail = await check({ name: 'articleDetail', kind: category, value: Number(first['id']) })
    manual ??= listIn(objectIn(detail)['manuals'])[0]?.['id']
    await check({ name: 'articleRecommends', value: category, body: { id: first['id'], limit: 3 } })
    if (first['sign']) await check({ name: 'articleInfo', value: String(first['sign']) })
  }
  const about = await check({ name: 'about', kind: 'about', value: firstByOrder })
  const sign = objectIn(about)['sign']
  if (sign) await check({ name: 'aboutInfo', value: String(sign) })
  await check({ name: 'download', kind: 'download', value: firstByOrder })
  if (manual) await check({ name: 'manual', kind: 'manual', value: String(manual) })
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

async function checkCall(options: Options, locale: Locale, request: Request): Promise<Checked> {
  const { send, responseLimit, reasonOf } = options
  const { name, kind, value, body } = request
  const { method, path } = callOf(name)
  const query = method === 'GET' ? queryString({ lang: locale, ...request.query }) : ''
  const call = [name, value, request.query?.['q']].filter((part) => part !== undefined).join(' ')
  const row = { call, locale, found: [], missing: [] }
  try {
    const response = await send({
      ...{ method, path: fillPattern(path, () => String(value)) + query },
      headers: { 'accept-language': locale, 'content-type': 'application/json', accept: 'application/json' },
      ...(body && { body: Buffer.from(JSON.stringify({ ...body, lang: locale })) }),
    })
    const { status, headers } = response
    const bytes = await readBody(response.body, responseLimit, timeoutMs)
    if (status === 404 && value === firstByOrder)
      return { row: { ...row, call: `${call} (there is none)`, problems: emptyKind(options, kind) } }
    const result = validateResponse({ name, params: {} }, status, headers, bytes, parseJson)
    if ('data' in result) return readCall(options, request, row, result.data)
    return { row: { ...row, problems: [reasonIn(result) ?? `status ${status}`] } }
  } catch (error) {
    const reason = reasonOf(name)
    const isSilent = isOriginError(error) && error.status === 0 && !reason
    return { row: { ...row, problems: [reason ?? messageOf(error)], ...(isSilent && { isSilent }) } }
  }
}

function reasonIn(result: ValidationResult): string | undefined {
  return 'problem' in result ? result.problem : 'refused' in result ? result.refused : undefined
}

/** The reader of the call says what is there; empty lists count as missing. */
function readCall(
  options: Options,
  { name, kind }: Request,
  row: Omit<CheckedCall, 'problems'>,
  data: unknown,
): Checked {
  const omitted: ContentError[] = []
  const { readings } = createCallReader(
    options.richText,
    (_call, _path, errors) => void omitted.push(...errors),
  )
  try {
    const content = readContent(name, '', data, readings[row.locale])
    const sample = listIn(content)[0] ?? (Array.isArray(content) ? {} : content)
    const fields = Object.entries(objectIn(sample))
    const isEmpty = name === 'articleList' && listIn(content).length === 0
    const [first] = omitted
    return {
      content,
      row: {
        ...row,
        ...(isEmpty
          ? { call: `${row.call} (no items)` }
          : {
              found: fields.filter(has).map(([key]) => key),
              missing: fields.filter((field) => !has(field)).map(([key]) => key),
            }),
        problems: [
          ...(first ? [`${first.field}: ${first.message} (left out)`] : []),
          ...(isEmpty ? emptyKind(options, kind) : []),
          ...(name === 'siteConfig' ? missingTitle(objectIn(content), row.locale) : []),
          ...(name === 'articleList' ? [] : missingFields(options, kind, objectIn(content))),
        ],
      },
    }
  } catch (error) {
    if (!isContentError(error)) throw error
    return { row: { ...row, problems: [`${error.field || 'data'}: ${error.message}`] } }
  }
}

function has([, value]: [string, unknown]): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function missingTitle(config: Record<string, unknown>, locale: Locale): string[] {
  const isUntitled = objectIn(config[locale])['title'] === untitled[locale]
  return isUntitled ? [`no title of the site: write site.${locale}.title into the map`] : []
}

/** A kind whose type the map names, and that has no items. */
function emptyKind({ map }: Options, kind: ItemKind | undefined): string[] {
  const source = kind && map.types?.[kind]
  if (!source || source === 'none') return []
  return [`types.${kind} of the map: no items of ${source.type}`]
}

/** Where a field of the map has another name in the contract. */
const namesInItems: Record<string, readonly string[]> = { files: ['attachments', 'items'] }
/** What no item shows: its place, and what only parts of others have. */
const notShown = ['order', 'parent']

/** Fields that the map names, and that the first item does not have. */
function missingFields(
  { map }: Options,
  kind: ItemKind | undefined,
  item: Record<string, unknown>,
): string[] {
  const named = Object.entries((kind && map.fields?.[kind]) ?? {})
  const isThere = (field: string) => (namesInItems[field] ?? [field]).some((name) => has([name, item[name]]))
  return named
    .filter(([field]) => !notShown.includes(field) && !isThere(field))
    .map(([field, path]) => `fields.${kind}.${field} of the map: ${path} is not in the first item`)
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
