// The context of a request, `request.site`: its URL, split once, and what follows from it and from the header fields.
import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import { isbot } from 'isbot'
import { languageCookie } from '../../shared/constants.ts'
import { hasLanguage, hasTwo } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { isNamedBot, withoutPeople } from '../../shared/named-bots.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { payloadSuffix } from '../../shared/payload.ts'
import { localeOfPath, type Resolution, resolveParts } from '../../shared/resolve.ts'
import type { SiteSettings } from '../../shared/site-settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    site: RequestContext
  }
}

export type ContextOf = (raw: IncomingMessage) => RequestContext

/** What few requests need is computed when it is read. */
export class RequestContext {
  readonly pathname: string
  /** The query as sent, `?` included, or ''. */
  readonly search: string
  /** Of the visitor; '' where the socket is closed. Fastify's `ip` is that of the last proxy. */
  readonly address: string
  /** GET or HEAD. */
  readonly isRead: boolean
  /** A file whose name has the digest of its content. */
  readonly isAsset: boolean
  readonly isPayload: boolean
  readonly #headers: IncomingMessage['headers']
  readonly #siteSettings: SiteSettings
  #target: Resolution | undefined

  constructor({ method, url = '/', headers }: IncomingMessage, address: string, siteSettings: SiteSettings) {
    const { pathname, search } = splitUrl(url)
    this.pathname = pathname
    this.search = search
    this.address = address
    this.isRead = method === 'GET' || method === 'HEAD'
    this.isAsset = pathname.startsWith('/assets/')
    this.isPayload = pathname.endsWith(payloadSuffix)
    this.#headers = headers
    this.#siteSettings = siteSettings
  }

  /** The page of the address or of the payload, a redirect, or what is wrong. */
  get target(): Resolution {
    this.#target ??= resolveParts(this.page, this.#siteSettings)
    return this.#target
  }

  /** `/en/news/_payload.json?{build}&page=2`: the build's id comes first and has no value. */
  get build(): string {
    return this.search.slice(1).split('&', 1)[0]!
  }

  /** For a response that is not a page: the language of the path, of the visitor's choice, or the first of the site. */
  get locale(): Locale {
    const { languages } = this.#siteSettings
    return localeOfPath(this.pathname, languages) ?? this.chosenLocale ?? languages[0]
  }

  /** The language of the cookie. Anything but a language of the site is ignored. */
  get chosenLocale(): Locale | undefined {
    const value = fastifyCookie.parse(this.#headers.cookie ?? '')[languageCookie.name]
    return hasLanguage(this.#siteSettings.languages, value) ? value : undefined
  }

  /** The only path whose response depends on cookie and Accept-Language, and that in a site with two languages. */
  get isNegotiated(): boolean {
    return this.pathname === '/' && hasTwo(this.#siteSettings.languages)
  }

  /** Bots get complete pages, and errors as plain text. */
  get isBot(): boolean {
    const agent = this.#headers['user-agent']
    return agent !== undefined && (isbot(withoutPeople(agent)) || isNamedBot(agent))
  }

  /** Header fields that requests to the upstream for this request have too. */
  get passedOn(): Record<string, string> {
    return passedOnFrom(this.#headers)
  }

  /** Programs get errors as JSON. */
  get wantsJson(): boolean {
    const accept = this.#headers.accept ?? ''
    const acceptsOnlyJson = accept.includes('application/json') && !accept.includes('text/html')
    return acceptsOnlyJson || this.pathname.startsWith('/api/') || this.pathname.endsWith('.json')
  }

  /** The address of a page: that of a payload is what it is the payload of. */
  get page(): { pathname: string; search: string } {
    if (!this.isPayload) return this
    const query = this.search.slice(this.build.length + 2)
    const pathname = this.pathname.slice(0, -payloadSuffix.length) || '/'
    return { pathname, search: query && `?${query}` }
  }
}

const parentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/**
 * 512 characters are what W3C Trace Context §3.3.1.5 requires to be passed on. The upstream may reject longer fields, and
 * other visitors share its response.
 */
const shortField = /^[\t\x20-\x7e]{1,512}$/

/** Via, and `traceparent` with `tracestate`; what has another form is left out. */
function passedOnFrom({ traceparent, tracestate, via }: IncomingMessage['headers']): Record<string, string> {
  const isShort = (value: unknown): value is string => typeof value === 'string' && shortField.test(value)
  const isTraced = typeof traceparent === 'string' && parentPattern.test(traceparent)
  return {
    ...(isShort(via) && { via }),
    ...(isTraced && { traceparent, ...(isShort(tracestate) && { tracestate }) }),
  }
}
