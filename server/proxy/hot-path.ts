// Fresh answers of the API cache straight from memory, before any routing: what most requests are, done in a few steps.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { localeFromAcceptLanguage } from '../../shared/locale.ts'
import { cacheRequest } from '../cache/cache-request.ts'
import { cacheStatus } from '../cache/cache-status.ts'
import type { Entry } from '../cache/entry.ts'
import { currentAge, reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import type { MemoryStore } from '../cache/store.ts'
import { headersForVisitor } from './headers.ts'

type Options = {
  memory: MemoryStore
  now: () => number
  countHit: () => void
  onAnswer: (request: IncomingMessage, status: number) => void
}

export type HotPath = {
  /** True where it answered. Whatever is not a plain GET of a fresh answer is left to the ordinary path. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The ordinary path answered this address from the cache: from now on it is known here. */
  learn: (url: string, acceptLanguage: string | undefined) => void
  /** The fields that every answer of this server carries. */
  setCommonFields: (fields: Record<string, string>) => void
  /** From now on everything goes the ordinary path. */
  stop: () => void
}

type Prepared = { fields: string[]; second: number }

const folder = '/api/home/'
const mostAddresses = 20_000
const longestAddress = 512
const mostLanguages = 500

export function createHotPath({ memory, now, countHit, onAnswer }: Options): HotPath {
  const keys = new LRUCache<string, string>({ max: mostAddresses })
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

  /** Age and Cache-Status change once a second; the rest never does. */
  const fieldsOf = (entry: Entry, time: number): string[] => {
    const second = Math.floor(time / 1000)
    const known = prepared.get(entry)
    if (known?.second === second) return known.fields
    const own = {
      ...common,
      ...headersForVisitor(entry.fields),
      'content-length': String(entry.body.length),
      age: String(Math.floor(currentAge(entry, time) / 1000)),
      'cache-status': cacheStatus.hit(-stalenessOf(entry, time)),
    }
    const fields = Object.entries(own).flat()
    prepared.set(entry, { fields, second })
    return fields
  }

  return {
    answer(request, response) {
      const { method, url = '', headers } = request
      if (method !== 'GET' || !common || !url.startsWith(folder) || !isPlain(headers)) return false
      const key = keys.get(`${localeOf(headers['accept-language'])} ${url}`)
      if (key === undefined) return false
      const [entry, ...variants] = memory.get(key)
      const time = now()
      if (!entry || variants.length > 0 || reuseOf(entry, time) !== 'fresh') return false
      response.writeHead(entry.status, fieldsOf(entry, time))
      response.end(entry.body)
      countHit()
      onAnswer(request, entry.status)
      return true
    },
    learn(url, acceptLanguage) {
      if (url.length > longestAddress) return
      const headers = { 'accept-language': acceptLanguage ?? '' }
      const asked = cacheRequest({ method: 'GET', path: url, headers })
      if (asked) keys.set(`${localeOf(acceptLanguage)} ${url}`, asked.key)
    },
    setCommonFields(fields) {
      common = fields
    },
    stop() {
      common = undefined
    },
  }
}

/** Conditions, ranges and bodies are for the ordinary path. */
function isPlain(headers: IncomingMessage['headers']): boolean {
  return (
    headers['if-none-match'] === undefined &&
    headers['if-modified-since'] === undefined &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}
