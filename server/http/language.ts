// The visitor's language: the cookie, the redirect from the home page, the switch without JavaScript.
import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCookie } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { localizePath } from '../../shared/href.ts'
import { isLocale, type Locale, localeFromAcceptLanguage } from '../../shared/locale.ts'
import { type RouteMatch, resolve, splitUrl } from '../../shared/resolve.ts'

/** Anything but a locale is ignored. A request that was rejected early has no `cookies` yet, but always its header. */
export function cookieLocale({ headers, server }: FastifyRequest): Locale | undefined {
  const value = server.parseCookie(headers.cookie ?? '')[languageCookie.name]
  return isLocale(value) ? value : undefined
}

/** The one address whose answer depends on who asks. */
export function isNegotiated(url: string): boolean {
  return splitUrl(url).pathname === '/'
}

/** On `/` alone: where a visitor who prefers the other language is sent. */
export function languageRedirect(url: string, request: FastifyRequest): string | undefined {
  if (!isNegotiated(url)) return undefined
  const accepted = request.headers['accept-language']
  const locale = cookieLocale(request) ?? localeFromAcceptLanguage(accepted) ?? 'zh'
  return locale === 'zh' ? undefined : localizePath('/', locale) + splitUrl(url).search
}

/**
 * `/language/en?to=/en/news` remembers the choice for visitors without JavaScript and goes on to the page. `secure`
 * follows from the configuration: what a request says of its protocol anybody could have written.
 */
export function installLanguageSwitch(app: FastifyInstance, { secure }: { secure: boolean }) {
  app.get<{ Params: { locale: string }; Querystring: { to?: string } }>(
    '/language/:locale',
    async (request, reply) => {
      const { locale } = request.params
      const to = typeof request.query.to === 'string' ? request.query.to : '/'
      if (!isLocale(locale)) throw pageError(404, `Page not found: ${request.raw.url}`)
      // Only an address that is a page of this site is gone to, never another host.
      const target = resolve(to)
      const search = target.kind === 'page' ? searchOf(request.headers.referer, target) : undefined
      const location = target.kind === 'page' ? encodedUrl(to, search) : localizePath('/', locale)
      remember(reply, locale, secure)
      return reply.header('cache-control', 'no-store').redirect(location, 303)
    },
  )
}

/** The whole query of the page that the visitor comes from; its links know only what shapes the page. */
function searchOf(referer: string | undefined, { path, search }: RouteMatch): string | undefined {
  const from = URL.parse(referer ?? '')
  const match = from && resolve(from.pathname)
  const isSame = match?.kind === 'page' && match.path === path && !search.includes('missing=')
  return isSame ? from?.search : undefined
}

/** Only visible ASCII may stand in a Location. */
function encodedUrl(path: string, otherSearch?: string): string {
  const { pathname, search } = new URL(path, 'http://site.invalid')
  return pathname + (otherSearch ?? search)
}

function remember(reply: FastifyReply, locale: Locale, secure: boolean) {
  const { name, maxAgeSeconds, path } = languageCookie
  reply.setCookie(name, locale, { maxAge: maxAgeSeconds, path, sameSite: 'lax', secure })
}
