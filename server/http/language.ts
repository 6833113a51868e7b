// Language negotiation: the cookie, the redirect from the home page, the switch without JavaScript.
import type { IncomingHttpHeaders } from 'node:http'
import '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languageCookie } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { localizePath } from '../../shared/href.ts'
import { queryInOther } from '../../shared/language-query.ts'
import { acceptedLanguage, hasLanguage, hasTwo, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { type RouteMatch, resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { Fields } from '../base/fields.ts'

/** The parts of a request that the language depends on; `server` parses the cookies. */
type LanguageRequest = { headers: IncomingHttpHeaders; server: FastifyInstance }

/** Anything but a language of the site is ignored. A request rejected before the cookie plugin has no `cookies`, only the header. */
export function cookieLocale(
  { headers, server }: LanguageRequest,
  languages: SiteLanguages,
): Locale | undefined {
  const value = server.parseCookie(headers.cookie ?? '')[languageCookie.name]
  return hasLanguage(languages, value) ? value : undefined
}

/** The only path whose response depends on cookie and Accept-Language, and that in a site with two languages. */
export function isNegotiated(url: string, languages: SiteLanguages): boolean {
  return hasTwo(languages) && splitUrl(url).pathname === '/'
}

/** The fields of a stored page in a negotiated response: a shared cache cannot negotiate, so it must not reuse it. */
export function negotiatedFields({ 'cdn-cache-control': _, ...fields }: Fields): Fields {
  return { ...fields, 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, accept-encoding' }
}

/** On `/` only: the redirect target for a visitor who prefers the other language. */
export function languageRedirect(
  url: string,
  request: LanguageRequest,
  languages: SiteLanguages,
): string | undefined {
  if (!isNegotiated(url, languages)) return undefined
  const accepted = request.headers['accept-language']
  const locale = cookieLocale(request, languages) ?? acceptedLanguage(accepted, languages)
  if (locale === languages[0]) return undefined
  return localizePath('/', { locale, languages }) + splitUrl(url).search
}

type SwitchOptions = { secure: boolean; facts: () => SiteFacts }

/**
 * `/language/en?to=/en/news` sets the cookie for visitors without JavaScript and redirects to the page. `secure` follows
 * from the configuration, because X-Forwarded-Proto can be forged.
 */
export function installLanguageSwitch(app: FastifyInstance, { secure, facts }: SwitchOptions) {
  app.get<{ Params: { locale: string }; Querystring: { to?: string } }>(
    '/language/:locale',
    async (request, reply) => {
      const { locale } = request.params
      const now = facts()
      const { languages } = now
      const to = typeof request.query.to === 'string' ? request.query.to : '/'
      if (!hasTwo(languages) || !hasLanguage(languages, locale))
        throw pageError(404, `Page not found: ${request.raw.url}`)
      // Prevents open redirects: the target must be a page of this site.
      const target = resolve(to, now)
      const search = target.kind === 'page' ? searchOf(request.headers.referer, target, now) : undefined
      const home = localizePath('/', { locale, languages })
      const location = target.kind === 'page' ? encodedUrl(to, search) : home
      remember(reply, locale, secure)
      return reply.header('cache-control', 'no-store').redirect(location, 303)
    },
  )
}

/** The complete query of the referring page in this language; links contain only the parameters that the page reads. */
function searchOf(
  referer: string | undefined,
  { path, search }: RouteMatch,
  facts: SiteFacts,
): string | undefined {
  const from = URL.parse(referer ?? '')
  const match = from && resolve(from.pathname, facts)
  const isSame = match?.kind === 'page' && match.path === path && !search.includes('missing=')
  return isSame && from ? queryInOther(from.search, search) : undefined
}

/** A Location may contain visible ASCII only. */
function encodedUrl(path: string, otherSearch?: string): string {
  const { pathname, search } = new URL(path, 'http://site.invalid')
  return pathname + (otherSearch ?? search)
}

function remember(reply: FastifyReply, locale: Locale, secure: boolean) {
  const { name, maxAgeSeconds, path } = languageCookie
  reply.setCookie(name, locale, { maxAge: maxAgeSeconds, path, sameSite: 'lax', secure })
}
