// Call reader: the responses to business calls, parsed, sanitised and read once for each body. The cache reads a response before
// it is stored and returns the same Buffer for a stored one, so that pages find the content here.
import { join } from 'node:path'
import { type Api, createApi } from '../../shared/api/api.ts'
import { type CallName, callOf } from '../../shared/api/calls.ts'
import type { ApiRequest, Transport } from '../../shared/api/request.ts'
import { sharedMaxAgeSeconds } from '../../shared/constants.ts'
import type { ContentError } from '../../shared/content/content-error.ts'
import type { RichText, SafeHtml } from '../../shared/content/reader.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import { queryString } from '../../shared/href.ts'
import { isObject } from '../../shared/is-record.ts'
import type { Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { typographyOf } from '../../shared/typography.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentRequest, Send } from '../base/content-source.ts'
import { parseJson } from '../base/json.ts'
import { memoize } from '../base/memoize.ts'
import { readBody } from '../base/read-body.ts'
import { createLargeTexts } from '../content/rich-text/large-texts.ts'
import { largeCharacters } from '../content/rich-text/limits.ts'
import { leftOut } from '../telemetry/faults.ts'

/** Titles, summaries and values of specifications are in many responses: finding their words and numbers is a tenth of a page. */
const textsBound = { maxSize: 1_048_576, sizeCalculation: (text: string) => 1 + 4 * text.length }

export type CallReader = ReturnType<typeof createCallReader>

/** The parsed objects and the content must not be changed. */
export function createCallReader({
  config,
  source,
  distDir,
  siteSettings,
  telemetry: { faults },
}: AppContext) {
  const isLocal = source.kind === 'local'
  const file = join(distDir, 'server/rich-text-worker.js')
  const texts = createLargeTexts({ file, imageHosts: config.imageHosts })
  const prepared = { zh: new WeakSet<Buffer>(), en: new WeakSet<Buffer>() }
  const parsed = new WeakMap<Buffer, { value: unknown }>()
  const applied = new WeakSet<object>()
  const richTexts = { zh: richTextIn('zh'), en: richTextIn('en') }
  let [contents, revision] = [new Map<string, WeakMap<object, unknown>>(), siteSettings.revision()]

  function richTextIn(locale: Locale): RichText {
    const { prose, heading } = typographyOf(locale)
    const byText = { keyOf: (text: string) => text, ...textsBound }
    // Texts of our own content have been sanitised when they were written.
    const safe = (html: string) => (isLocal ? (html as SafeHtml) : texts.richText(html, locale))
    return Object.assign(safe, {
      typography: { prose: memoize(prose, byText), heading: memoize(heading, byText) },
    })
  }

  /** By call and language: responses with equal bytes share one object. What was read with other site settings is read again. */
  function contentsOf(call: CallName, locale: Locale): WeakMap<object, unknown> {
    if (revision !== siteSettings.revision()) [contents, revision] = [new Map(), siteSettings.revision()]
    const known = contents.get(`${call} ${locale}`) ?? new WeakMap<object, unknown>()
    contents.set(`${call} ${locale}`, known)
    return known
  }

  /** The content of the data of a response. Throws ContentError. `path` may have a query. */
  function read(call: CallName, locale: Locale, path: string, data: unknown): unknown {
    const known = contentsOf(call, locale)
    const before = isObject(data) ? known.get(data) : undefined
    if (before !== undefined) return before
    const omitted: ContentError[] = []
    const settings = { sections: siteSettings.sections(), withOffset: siteSettings.withOffset() }
    const content = callOf(call).read(data, richTexts[locale], { omitted, ...settings })
    const { pathname } = splitUrl(path)
    for (const problem of leftOut(omitted)) faults.reportResponse({ call, path: pathname, ...problem })
    if (!isObject(data)) return content
    known.set(data, content)
    // Once: a stored configuration that is read again may be older than the one of the other language.
    if (call === 'siteConfig' && !applied.has(data)) siteSettings.update(content as SiteConfig)
    applied.add(data)
    return content
  }

  /** Undefined for anything but JSON in UTF-8. */
  function parse(body: Buffer): unknown {
    const known = parsed.get(body) ?? { value: parseJson(body) }
    parsed.set(body, known)
    return known.value
  }

  /** Before a response is read, of which `value` is the JSON: sanitises its large texts away from this thread. */
  async function prepare(body: Buffer, value: unknown, locale: Locale): Promise<void> {
    if (isLocal || prepared[locale].has(body)) return
    await texts.prepare(body.length < largeCharacters ? undefined : value, locale)
    prepared[locale].add(body)
  }

  const transportOver =
    (send: Send): Transport =>
    async (request) => {
      try {
        const { status, body: given } = await send(upstreamRequest(request))
        const body = await readBody(given)
        const json = parse(body)
        await prepare(body, json, request.locale)
        return { status, body: json === undefined ? body.toString('utf8') : json }
      } catch (error) {
        throw withPath(error, request)
      }
    }

  return {
    parse,
    prepare,
    read,
    /** The calls of an upstream. Every function rejects with ApiError. */
    api: (send: Send, locale: Locale): Api =>
      createApi({
        transport: transportOver(send),
        locale,
        read: (call, path, data) => read(call, locale, path, data),
      }),
    close: texts.close,
  }
}

function upstreamRequest({ method, path, query = {}, body, locale }: ApiRequest): ContentRequest {
  return {
    method,
    path: path + queryString(query),
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      'finger-print': '',
      'content-type': 'application/json',
      'cache-control': `s-maxage=${sharedMaxAgeSeconds}`,
    },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  }
}

function withPath(error: unknown, { path }: ApiRequest): Error {
  const message = `${path}: ${error instanceof Error ? error.message : ''}`
  if (!isApiError(error)) return apiError('network', message, { cause: error })
  const { kind, status } = error
  return apiError(status >= 400 ? 'http' : kind, message, { status })
}
