// Fresh answers straight from memory, before any routing: what most requests are, done in a few steps.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { localeFromAcceptLanguage } from '../../shared/locale.ts'
import { cacheRequest } from '../cache/cache-request.ts'
import { cacheStatus } from '../cache/cache-status.ts'
import { type Encodings, encodedFields, isCompressible, withAcceptEncoding } from '../cache/encodings.ts'
import type { Encoding, Entry } from '../cache/entry.ts'
import type { Fields } from '../cache/semantics/fields.ts'
import { currentAge, reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import type { MemoryStore } from '../cache/store.ts'
import { headersForVisitor } from './headers.ts'

/** `seconds`: what it took. */
export type OnAnswer = (request: IncomingMessage, status: number, seconds: number) => void

type Options = {
  memory: MemoryStore
  encodings: Encodings
  now: () => number
  countHit: (kind: 'api' | 'page') => void
  onAnswer: OnAnswer
}

export type HotPath = {
  /** True where it answered. Whatever is not a plain GET of a fresh answer is left to the ordinary path. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The ordinary path answered this business call from the cache: from now on it is known here. */
  learn: (url: string, acceptLanguage: string | undefined) => void
  /** The same for a page, which is the same for everybody who asks for this address. */
  learnPage: (url: string, key: string) => void
  /** The fields that every answer of this server carries. */
  setCommonFields: (fields: Record<string, string>) => void
  /** From now on everything goes the ordinary path. */
  stop: () => void
}

type Form = Encoding | 'identity' | 'not-modified'
/** Header fields by form, for one second: Age changes with it. */
type Prepared = { second: number; fields: Map<Form, string[]> }

const folder = '/api/home/'
const mostAddresses = 20_000
const longestAddress = 512
const mostLanguages = 500
const empty = Buffer.alloc(0)

export function createHotPath({ memory, encodings, now, countHit, onAnswer }: Options): HotPath {
  const calls = new LRUCache<string, string>({ max: mostAddresses })
  const pages = new LRUCache<string, string>({ max: mostAddresses })
  const locales = new LRUCache<string, string>({ max: mostLanguages })
  const prepared = new WeakMap<Entry, Prepared>()
  let common: Record<string, string> | undefined

  const localeOf = (header = ''): string => {
    const known = locales.get(header)
    if (known) return known
    const locale = localeFromAcceptLanguage(header) ?? 'zh'
    if (header.length <= longestAddress) locales.set(header, locale)
    return locale
  }

  const keyOf = (url: string, headers: IncomingHttpHeaders): string | undefined =>
    url.startsWith(folder) ? calls.get(`${localeOf(headers['accept-language'])} ${url}`) : pages.get(url)

  const makeFields = (entry: Entry, form: Form, time: number): string[] => {
    // What this server made itself needs no filter.
    const stored = isCall(entry) ? headersForVisitor(entry.fields) : entry.fields
    const copy = form === 'identity' || form === 'not-modified' ? undefined : entry.encoded?.[form]
    const own: Fields = {
      ...common,
      ...stored,
      ...(form !== 'not-modified' && { 'content-length': String(entry.body.length) }),
      ...(isCompressible(entry) && { vary: withAcceptEncoding(stored) }),
      ...(copy && encodedFields({ name: form as Encoding, body: copy }, stored)),
      ...(!isCall(entry) && { 'server-timing': 'cache;desc=hit' }),
      age: String(Math.floor(currentAge(entry, time) / 1000)),
      'cache-status': cacheStatus.hit(-stalenessOf(entry, time)),
    }
    return Object.entries(own).flatMap(([name, value]) => [name, String(value)])
  }

  const fieldsOf = (entry: Entry, form: Form, time: number): string[] => {
    const second = Math.floor(time / 1000)
    let known = prepared.get(entry)
    if (known?.second !== second) {
      known = { second, fields: new Map() }
      prepared.set(entry, known)
    }
    const found = known.fields.get(form)
    if (found) return found
    const fields = makeFields(entry, form, time)
    known.fields.set(form, fields)
    return fields
  }

  /** The status that was sent; undefined where nothing was. */
  const send = (response: ServerResponse, entry: Entry, headers: IncomingHttpHeaders): number | undefined => {
    const time = now()
    if (headers['if-none-match'] !== undefined) {
      response.writeHead(304, fieldsOf(entry, 'not-modified', time)).end(empty)
      return 304
    }
    const picked = encodings.pick(entry, headers['accept-encoding'] as string | undefined, true)
    if (picked === 'not yet') return undefined
    const { name, body } = picked === 'as it is' ? { name: 'identity' as const, body: entry.body } : picked
    response.writeHead(entry.status, fieldsOf(entry, name, time)).end(body)
    return entry.status
  }

  return {
    answer(request, response) {
      const { method, url = '', headers } = request
      if (method !== 'GET' || !common || !isPlain(headers)) return false
      const key = keyOf(url, headers)
      if (key === undefined) return false
      const [entry, ...variants] = memory.get(key)
      if (!entry || variants.length > 0 || entry.status !== 200 || reuseOf(entry, now()) !== 'fresh')
        return false
      const condition = headers['if-none-match']
      // Any other condition is for the ordinary path.
      if (condition !== undefined && condition !== entry.fields['etag']) return false
      const began = performance.now()
      const status = send(response, entry, headers)
      if (status === undefined) return false
      countHit(isCall(entry) ? 'api' : 'page')
      onAnswer(request, status, (performance.now() - began) / 1000)
      return true
    },
    learn(url, acceptLanguage) {
      if (url.length > longestAddress) return
      const headers = { 'accept-language': acceptLanguage ?? '' }
      const asked = cacheRequest({ method: 'GET', path: url, headers })
      if (asked) calls.set(`${localeOf(acceptLanguage)} ${url}`, asked.key)
    },
    learnPage(url, key) {
      if (url.length <= longestAddress) pages.set(url, key)
    },
    setCommonFields(fields) {
      common = fields
    },
    stop() {
      common = undefined
    },
  }
}

function isCall({ key }: Entry): boolean {
  return key.startsWith('GET ')
}

/** Other conditions, ranges and bodies are for the ordinary path. */
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
