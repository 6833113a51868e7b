// Hot path: fresh responses from the memory store, sent before Fastify's routing.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { acceptedLanguage } from '../../shared/languages.ts'
import type { Fields } from '../base/fields.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import { mostEntries } from '../base/memoize.ts'
import { cacheRequest } from '../cache/cache-request.ts'
import { cacheStatus, notModifiedFields } from '../cache/cache-response.ts'
import { type Encodings, encodedFields, isCompressible, withAcceptEncoding } from '../cache/encodings.ts'
import type { Encoding, Entry } from '../cache/entry.ts'
import { currentAge, reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import type { MemoryStore } from '../cache/store.ts'
import { isNegotiated, languageRedirect, negotiatedFields } from '../http/language.ts'
import type { RequestRecord } from '../telemetry/request-log.ts'
import { headersForVisitor } from './headers.ts'

type HotPathOptions = {
  memory: MemoryStore
  encodings: Encodings
  facts: Pick<KeptFacts, 'languages' | 'edition'>
  now: () => number
  countHit: (kind: 'api' | 'page') => void
  record: RequestRecord
  /** The fields that every response of this server has. */
  commonFields: Record<string, string>
}

export type HotPath = {
  /** True where it responded. Only a plain GET of a fresh response is handled here; the framework handles all others. */
  respond: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Registers the URL of a business call that the framework served from the cache. */
  addCall: (url: string, acceptLanguage: string | undefined) => void
  /** The same for a page. Of a negotiated URL only the page in the default language is stored; the others are redirects. */
  addPage: (url: string, key: string) => void
  /** Responds while the server listens. */
  install: (app: FastifyInstance) => void
}

type Addresses = Pick<HotPath, 'addCall' | 'addPage'> & {
  keyOf: (url: string, headers: IncomingHttpHeaders) => string | undefined
}
type Form = Encoding | 'identity' | 'not-modified'
type Hit = { entry: Entry; form: Form; body: Buffer; time: number }

const folder = '/api/home/'
const maxAddresses = 20_000
const maxAddressLength = 512
const maxLanguages = 500
const empty = Buffer.alloc(0)

export function createHotPath(options: HotPathOptions): HotPath {
  const { memory, encodings, facts, now, countHit, record, commonFields } = options
  const addresses = createAddresses(facts)
  const headerFields = createHeaderFields(commonFields)
  let server: FastifyInstance | undefined

  const freshEntry = (key: string): Entry | undefined => {
    const variants = memory.get(key)
    const [entry] = variants
    const isUsable = entry && variants.length === 1 && entry.status === 200
    return isUsable && reuseOf(entry, now()) === 'fresh' ? entry : undefined
  }

  /** Undefined where the body is not compressed yet, or a condition is more than one ETag. */
  const hitOf = (entry: Entry, headers: IncomingHttpHeaders): Hit | undefined => {
    const condition = headers['if-none-match']
    const time = now()
    if (condition !== undefined)
      return condition === entry.fields['etag']
        ? { entry, form: 'not-modified', body: empty, time }
        : undefined
    const picked = encodings.pick(entry, String(headers['accept-encoding'] ?? ''), true)
    if (picked === 'pending') return undefined
    if (picked === 'identity') return { entry, form: 'identity', body: entry.body, time }
    return { entry, form: picked.name, body: picked.body, time }
  }

  return {
    respond(request, response) {
      const { method, url = '', headers } = request
      if (method !== 'GET' || !server || !isPlain(headers)) return false
      const key = addresses.keyOf(url, headers)
      if (key === undefined || languageRedirect(url, { headers, server }, facts.languages())) return false
      const entry = freshEntry(key)
      const hit = entry && hitOf(entry, headers)
      if (!hit) return false
      const began = performance.now()
      const status = hit.form === 'not-modified' ? 304 : 200
      response.writeHead(status, headerFields(hit, isNegotiated(url, facts.languages()))).end(hit.body)
      countHit(isCall(hit.entry) ? 'api' : 'page')
      // Requests with a trace are handled by the framework.
      record(request, { status, seconds: (performance.now() - began) / 1000, cache: 'site; hit' })
      return true
    },
    addCall: addresses.addCall,
    addPage: addresses.addPage,
    install(app) {
      app.addHook('onListen', async () => {
        server = app
      })
      // While closing, the framework sends `connection: close`; this path would keep connections open.
      app.addHook('preClose', async () => {
        server = undefined
      })
    },
  }
}

/** The keys of the cache by the URLs that the framework has served from it. */
function createAddresses(facts: HotPathOptions['facts']): Addresses {
  const calls = new LRUCache<string, string>(mostEntries(maxAddresses))
  const pages = new LRUCache<string, string>(mostEntries(maxAddresses))
  const locales = new LRUCache<string, string>({ max: maxLanguages })

  const localeOf = (header = ''): string => {
    const languages = facts.languages()
    const key = `${languages} ${header}`
    const known = locales.get(key)
    if (known) return known
    const locale = acceptedLanguage(header, languages)
    if (header.length <= maxAddressLength) locales.set(key, locale)
    return locale
  }

  const keyOf = (url: string, headers: IncomingHttpHeaders): string | undefined =>
    url.startsWith(folder) ? calls.get(`${localeOf(headers['accept-language'])} ${url}`) : pageKey(url)

  /** A page that was made for other facts of the site is not used. */
  const pageKey = (url: string): string | undefined => {
    const key = pages.get(url)
    return key?.endsWith(` ${facts.edition()}`) ? key : undefined
  }

  return {
    keyOf,
    addCall(url, acceptLanguage) {
      if (url.length > maxAddressLength) return
      const headers = { 'accept-language': acceptLanguage ?? '' }
      const lookup = cacheRequest({ method: 'GET', path: url, headers }, facts.languages())
      if (lookup) calls.set(`${localeOf(acceptLanguage)} ${url}`, lookup.key)
    },
    addPage(url, key) {
      if (url.length <= maxAddressLength) pages.set(url, key)
    },
  }
}

/** No other conditions, no ranges, no body. */
function isPlain(headers: IncomingHttpHeaders): boolean {
  return (
    headers['if-modified-since'] === undefined &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['traceparent'] === undefined &&
    headers.expect === undefined
  )
}

/** The header fields of a hit, names and values alternating, computed once a second, the resolution of Age. */
function createHeaderFields(commonFields: Record<string, string>) {
  let second = 0
  let computed = new WeakMap<Entry, Map<Form | `negotiated ${Form}`, string[]>>()
  return (hit: Hit, isNegotiated: boolean): string[] => {
    const { entry, time } = hit
    const form = isNegotiated ? (`negotiated ${hit.form}` as const) : hit.form
    const started = Math.floor(time / 1000)
    if (started !== second) {
      second = started
      computed = new WeakMap()
    }
    const forms = computed.get(entry) ?? new Map()
    computed.set(entry, forms)
    const known = forms.get(form)
    if (known) return known
    const own = fieldsOf(hit, commonFields)
    const fields = isNegotiated ? negotiatedFields(own) : own
    const flat = Object.entries(fields).flatMap(([name, value]) => [name, String(value)])
    forms.set(form, flat)
    return flat
  }
}

function fieldsOf({ entry, form, body, time }: Hit, commonFields: Record<string, string>): Fields {
  const own = form === 'not-modified' ? notModifiedFields(entry.fields) : entry.fields
  // Only fields of the origin need the allowlist.
  const stored = isCall(entry) ? headersForVisitor(own) : own
  return {
    ...commonFields,
    ...stored,
    ...(form !== 'not-modified' && { 'content-length': String(body.length) }),
    ...(isCompressible(entry) && { vary: withAcceptEncoding(stored) }),
    ...(form !== 'identity' && form !== 'not-modified' && encodedFields({ name: form, body }, stored)),
    ...(!isCall(entry) && { 'server-timing': 'cache;desc=hit' }),
    age: String(Math.floor(currentAge(entry, time) / 1000)),
    'cache-status': cacheStatus.hit(-stalenessOf(entry, time)),
  }
}

function isCall({ key }: Entry): boolean {
  return key.startsWith('GET ')
}
