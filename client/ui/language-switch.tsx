// Language switch: links to this page in the other languages.
import { localizePath } from '../../shared/href.ts'
import { languageTag, otherLocale } from '../../shared/locale.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import { useLocation } from '../router.ts'
import { type PageRequest, useSite } from '../site.tsx'

export function LanguageSwitch({ request }: { request: PageRequest }) {
  return (
    <div className="language-switch">
      <LanguageLinks request={request} />
    </div>
  )
}

/**
 * With JavaScript the link is the page itself and the script sets the cookie. Without JavaScript the response of the
 * switch URL sets it. Responses for pages never set a cookie.
 */
export function LanguageLinks({ request }: { request: PageRequest }) {
  const { locale, t } = useSite()
  const { search } = useLocation()
  const { match, inOther, pageInOther, query } = request
  const other = otherLocale(locale)
  const to =
    !match || inOther
      ? localizePath(match?.path ?? '/', other) + (query.missing || !pageInOther ? '' : search)
      : `${localizePath(sectionOf(match), other)}?missing=1`
  const common = { hrefLang: languageTag(other), lang: languageTag(other), 'data-locale-switch': other }
  return (
    <>
      <a {...common} href={to}>
        {t(`language.${other}`)}
      </a>
      <noscript>
        <a href={`/language/${other}?to=${encodeURIComponent(to)}`} rel="nofollow" {...common}>
          {t(`language.${other}`)}
        </a>
      </noscript>
    </>
  )
}

/** A page without another language links to its section. */
function sectionOf({ path, sections }: RouteMatch): string {
  const section = `/${path.split('/')[1]}`
  return section !== path && resolve(section, sections).kind === 'page' ? section : '/'
}
