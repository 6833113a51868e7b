// Language choice: a cookie that the browser's script sets, so that no response for a page sets one.
import { languageCookie } from '../../shared/constants.ts'
import { queryInOther } from '../../shared/language-query.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/parse-url.ts'

/** The links of the language switch: the choice is stored also where the page is loaded as a document. */
export function installLanguageSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-locale-switch]') : null
    const locale = link?.dataset['localeSwitch']
    if (!link || !isLocale(locale)) return
    rememberLocale(locale)
    link.href = withAddress(link.pathname + link.search + link.hash)
  })
}

/**
 * A switch to the same page keeps query and hash of the current URL. The link has only the parameters that the page reads, and
 * those that are named in a language.
 */
function withAddress(to: string): string {
  const { pathname, search } = splitUrl(to)
  const isHere = isSamePage(pathname, location.pathname) && !location.search.includes('missing=')
  return isHere ? pathname + queryInOther(location.search, search) + location.hash : to
}

/** Whether two paths are of one page, in any language. */
export function isSamePage(one: string, other: string): boolean {
  return unprefixed(one) === unprefixed(other)
}

function unprefixed(pathname: string): string {
  return pathname.replace(/^\/(?:en|zh)(?=\/|$)/, '') || '/'
}

export function rememberLocale(locale: Locale) {
  const { name, maxAgeSeconds, path } = languageCookie
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all supported browsers
    document.cookie = `${name}=${locale}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax${secure}`
  } catch {
    // Cookies are blocked: the choice is in the URL only.
  }
}
