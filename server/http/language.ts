// Language negotiation: the cookie, the redirect from the home page, the switch without JavaScript.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCookie } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { localizePath } from '../../shared/href.ts'
import { queryInOther } from '../../shared/language-query.ts'
import { acceptedLanguage, hasLanguage, hasTwo } from '../../shared/languages.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import type { SiteSettings } from '../../shared/site-settings.ts'
import type { AppContext } from '../app-context.ts'
import type { Fields } from '../base/fields.ts'
import { isHttps } from './security.ts'

/** The fields of a stored page in a negotiated response: a shared cache cannot negotiate, so it must not reuse it. */
export function negotiatedFields({ 'cdn-cache-control': _, ...fields }: Fields): Fields {
  return { ...fields, 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, accept-encoding' }
}

/** On `/` a visitor who prefers the other language is redirected to its home page; undefined for others. */
export function negotiateLanguage(
  { headers, site }: FastifyRequest,
  reply: FastifyReply,
  { languages }: SiteSettings,
) {
  if (!site.isNegotiated) return undefined
  reply.header('vary', 'Cookie, Accept-Language')
  const locale = site.chosenLocale ?? acceptedLanguage(headers['accept-language'], languages)
  if (locale === languages[0]) return undefined
  const home = localizePath('/', { locale, languages })
  return reply.header('cache-control', 'private, no-store').redirect(home + site.search, 302)
}

/**
 * `/language/en?to=/en/news` sets the cookie for visitors without JavaScript and redirects to the page. `secure` follows
 * from the configuration, because X-Forwarded-Proto can be forged.
 */
export function installLanguageSwitch(app: FastifyInstance, { config, siteSettings }: AppContext) {
  const { name, maxAgeSeconds: maxAge, path } = languageCookie
  const cookie = { maxAge, path, sameSite: 'lax', secure: isHttps(config) } as const
  app.get<{ Params: { locale: string }; Querystring: { to?: string } }>(
    '/language/:locale',
    async ({ params: { locale }, query, headers, url }, reply) => {
      const now = siteSettings.now()
      const { languages } = now
      if (!hasTwo(languages) || !hasLanguage(languages, locale))
        throw pageError(404, `Page not found: ${url}`)
      const to = typeof query.to === 'string' ? query.to : '/'
      // Prevents open redirects: the target must be a page of this site.
      const target = resolve(to, now)
      const location =
        target.kind === 'page'
          ? encodedUrl(to, searchOf(headers.referer, target, now))
          : localizePath('/', { locale, languages })
      reply.setCookie(name, locale, cookie)
      return reply.header('cache-control', 'no-store').redirect(location, 303)
    },
  )
}

/** The complete query of the referring page in this language; links contain only the parameters that the page reads. */
function searchOf(
  referer: string | undefined,
  { path, search }: RouteMatch,
  siteSettings: SiteSettings,
): string | undefined {
  const from = URL.parse(referer ?? '')
  const match = from && resolve(from.pathname, siteSettings)
  const isSame = match?.kind === 'page' && match.path === path && !search.includes('missing=')
  return isSame && from ? queryInOther(from.search, search) : undefined
}

/** A Location may contain visible ASCII only. */
function encodedUrl(path: string, otherSearch: string | undefined): string {
  const { pathname, search } = new URL(path, 'http://site.invalid')
  return pathname + (otherSearch ?? search)
}
