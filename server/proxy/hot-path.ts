// Fresh answers straight from memory, before any routing: what most requests are, done in a few steps.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { localeFromAcceptLanguage } from '../../shared/locale.ts'
import { cacheRequest } from '../cache/cache-request.ts'
import type { Encodings } from '../cache/encodings.ts'
import type { Entry } from '../cache/entry.ts'
import { reuseOf } from '../cache/semantics/reuse.ts'
import type { MemoryStore } from '../cache/store.ts'
import { createHotHeads, isCall } from './hot-heads.ts'

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

const folder = '/api/home/'
const mostAddresses = 20_000
const longestAddress = 512
const mostLanguages = 500
const empty = Buffer.alloc(0)

export function createHotPath({ memory, encodings, now, countHit, onAnswer }: Options): HotPath {
  const calls = new LRUCache<string, string>({ max: mostAddresses })
  const pages = new LRUCache<string, string>({ max: mostAddresses })
  const locales = new LRUCache<string, string>({ max: mostLanguages })
  const heads = createHotHeads()
  let isOn = false

  const localeOf = (header = ''): string => {
    const known = locales.get(header)
    if (known) return known
    const locale = localeFromAcceptLanguage(header) ?? 'zh'
    if (header.length <= longestAddress) locales.set(header, locale)
    return locale
  }

  const keyOf = (url: string, headers: IncomingHttpHeaders): string | undefined =>
    url.startsWith(folder) ? calls.get(`${localeOf(headers['accept-language'])} ${url}`) : pages.get(url)

  /** The status that was sent; undefined where nothing was. */
  const send = (request: IncomingMessage, response: ServerResponse, entry: Entry): number | undefined => {
    const { headers } = request
    const time = now()
    if (headers['if-none-match'] !== undefined) {
      heads.end(request, response, { entry, form: 'not-modified', status: 304, body: empty, time })
      return 304
    }
    const picked = encodings.pick(entry, headers['accept-encoding'] as string | undefined, true)
    if (picked === 'not yet') return undefined
    const { name: form, body } =
      picked === 'as it is' ? { name: 'identity' as const, body: entry.body } : picked
    heads.end(request, response, { entry, form, status: entry.status, body, time })
    return entry.status
  }

  return {
    answer(request, response) {
      const { method, url = '', headers } = request
      if (method !== 'GET' || !isOn || !isPlain(headers)) return false
      const key = keyOf(url, headers)
      if (key === undefined) return false
      const variants = memory.get(key)
      const [entry] = variants
      if (!entry || variants.length > 1 || entry.status !== 200 || reuseOf(entry, now()) !== 'fresh')
        return false
      const condition = headers['if-none-match']
      // Any other condition is for the ordinary path.
      if (condition !== undefined && condition !== entry.fields['etag']) return false
      const began = performance.now()
      const status = send(request, response, entry)
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
      heads.setCommonFields(fields)
      isOn = true
    },
    stop() {
      isOn = false
    },
  }
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
