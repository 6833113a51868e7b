// Where pages have their content from: an Api over the cache of an upstream's responses, or over local content.
import { type Api, apiOf, type ReadData, readResponse } from '../../shared/api/api.ts'
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { ContentSource, LocalSource, OriginRequest, OwnCall, ReadOwn, Send } from '../base/origin.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import { type CallReader, toApiError } from '../upstream/call-reader.ts'
import type { Dependencies } from './dependencies.ts'

/** An Api by its language. */
export type Apis = (locale: Locale) => Api
/** `untracked`: for lookups that do not affect the lifetime of the page. */
export type PageApis = { apis: Apis; untracked: Apis }

export type ApiSource = {
  /** `onStale`: called for each stale response. */
  ordinary: (locale: Locale, onStale?: () => void) => Api
  /** What they read is recorded. */
  tracked: (dependencies: Dependencies) => PageApis
}

type ApiSourceOptions = {
  origin: ContentSource
  /** Sends through the cache. */
  send: (request: OriginRequest) => Promise<CacheResponse>
  reader: CallReader
}

export function createApiSource(options: ApiSourceOptions): ApiSource {
  const { origin } = options
  return origin.kind === 'local' ? localSource(origin, options) : cachedSource(options)
}

function cachedSource({ send, reader }: ApiSourceOptions): ApiSource {
  const over = (over: Send): Apis => byLocale((locale) => reader.api(over, locale))
  const ordinary = over(send)
  const noting = (onStale: () => void) =>
    over(async (request) => {
      const response = await send(request)
      if (response.isStale) onStale()
      return response
    })
  return {
    ordinary: (locale, onStale) => (onStale ? noting(onStale) : ordinary)(locale),
    tracked: ({ send, sendUntracked }) => ({ apis: over(send), untracked: over(sendUntracked) }),
  }
}

type RecordOwn = (call: OwnCall, data: unknown) => void

function localSource({ read, contentUpdate }: LocalSource, { reader }: ApiSourceOptions): ApiSource {
  const onEvery = createOnEveryPage(() => contentUpdate().version)
  const over = (record: RecordOwn = () => {}): Apis =>
    byLocale((locale) => localApi({ read, locale, record, reader, onEvery }))
  const ordinary = over()
  return {
    ordinary,
    tracked: ({ recordOwn, recordOwnTags }) => ({
      apis: over(recordOwn),
      untracked: over(recordOwnTags),
    }),
  }
}

function byLocale(create: Apis): Apis {
  const made: Partial<{ [L in Locale]: Api }> = {}
  return (locale) => {
    made[locale] ??= create(locale)
    return made[locale]
  }
}

type LocalOptions = {
  read: ReadOwn
  locale: Locale
  record: RecordOwn
  reader: CallReader
  onEvery: OnEveryPage
}

/** Every function rejects with ApiError. */
function localApi({ read, locale, record, reader, onEvery }: LocalOptions): Api {
  const readData: ReadData = (name, path, data) => reader.read(name, locale, path, data)
  return apiOf(async (name, given, payload = {}) => {
    const { lang, lookup, path } = callOf(name)
    const params = Object.fromEntries(Object.entries(given).map(([param, value]) => [param, String(value)]))
    const own: OwnCall = { name, params, payload: { ...(lang && { lang: locale }), ...payload }, locale }
    const readContent = async (): Promise<ReadContent> => {
      const data = await read(own).catch((error: unknown) => {
        throw isApiError(error) ? error : toApiError({ path }, error)
      })
      return { data, content: data === undefined ? undefined : readResponse(name, path, data, readData) }
    }
    const { data, content } = await onEvery(own, readContent)
    record(own, data)
    if (data === undefined) throw apiError(lookup ? 'missing' : 'http', `${path}: no data`, { status: 404 })
    return content
  })
}

type OnEveryPage = ReturnType<typeof createOnEveryPage>
type ReadContent = { data: unknown; content: unknown }

/** What is on every page is read once for each version of the content. */
function createOnEveryPage(version: () => string) {
  const calls: CallName[] = ['siteConfig', 'menu', 'labels', 'banners']
  let [known, of]: [Map<string, ReadContent>, string | undefined] = [new Map(), undefined]
  return async ({ name, payload, locale }: OwnCall, read: () => Promise<ReadContent>) => {
    if (!calls.includes(name)) return read()
    const before = version()
    if (of !== before) [known, of] = [new Map(), before]
    const key = `${name} ${locale} ${JSON.stringify(payload)}`
    const content = known.get(key) ?? (await read())
    if (version() === before && of === before) known.set(key, content)
    return content
  }
}
