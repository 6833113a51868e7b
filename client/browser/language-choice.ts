// The chosen language, remembered by the browser itself, so that no page ever sets a cookie.
import { languageCookie } from '../../shared/constants.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/resolve.ts'

/** The language that a link switches to, from the state it carries. */
export function chosenLocale(state: unknown): Locale | undefined {
  const locale = (state as { locale?: unknown } | null)?.locale
  return isLocale(locale) ? locale : undefined
}

/** The same page in the other language keeps the whole address; the link knows only what shapes the page. */
export function withAddress(to: string): string {
  const { pathname } = splitUrl(to)
  const isHere =
    unprefixed(pathname) === unprefixed(location.pathname) && !location.search.includes('missing=')
  return isHere ? pathname + location.search + location.hash : to
}

function unprefixed(pathname: string): string {
  return pathname.replace(/^\/(?:en|zh)(?=\/|$)/, '') || '/'
}

export function rememberLocale(locale: Locale) {
  const { name, maxAgeSeconds, path } = languageCookie
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
    document.cookie = `${name}=${locale}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax${secure}`
  } catch {
    // Cookies are blocked: the choice lives in the address.
  }
}
