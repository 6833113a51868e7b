// Language switch: links to this page in the other language, if the site has one.
import { localizePath, queryString } from '../../shared/href.ts'
import { otherOf, type PageLanguage } from '../../shared/languages.ts'
import { languageTag } from '../../shared/locale.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import { useLocation } from '../router.ts'
import { type PageRequest, useSite } from '../site.tsx'

export function LanguageSwitch({ request }: { request: PageRequest }) {
  const { language } = useSite()
  if (!otherOf(language)) return null
  return (
    <div className="language-switch">
      <LanguageLinks request={request} />
    </div>
  )
}

/**
 * The link is the page itself, and the script sets the cookie. Without JavaScript the response of the
 * switch URL sets it. Responses for pages never set a cookie.
 */
export function LanguageLinks({ request }: { request: PageRequest }) {
  const { language, t } = useSite()
  const { search } = useLocation()
  const { match, inOther, searchInOther = search, query } = request
  const { languages } = language
  const other = otherOf(language)
  if (!other) return null
  const inOtherLanguage: PageLanguage = { locale: other, languages }
  const to =
    !match || inOther
      ? localizePath(match?.path ?? '/', inOtherLanguage) + (query.missing ? '' : searchInOther)
      : localizePath(sectionOf(match), inOtherLanguage) + queryString({ missing: match.path })
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
function sectionOf(match: RouteMatch): string {
  const section = `/${match.path.split('/')[1]}`
  return section !== match.path && resolve(section, match).kind === 'page' ? section : '/'
}
