// The chosen language, remembered by the browser itself, so that no page ever sets a cookie.
import { languageCookie } from '../../shared/constants.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'

/** The language that a link switches to, from the state it carries. */
export function chosenLocale(state: unknown): Locale | undefined {
  const locale = (state as { locale?: unknown } | null)?.locale
  return isLocale(locale) ? locale : undefined
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
