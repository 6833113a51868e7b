// The error page: status code, message, and three links; of a search, its form.
import { searchAction } from '../../shared/href.ts'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import { languageTag } from '../../shared/locale.ts'
import type { FailedSearch } from '../../shared/payload.ts'
import { useSite } from '../site.tsx'
import { SearchForm } from './search-form.tsx'

type Props = { statusCode: number; message: string; search?: FailedSearch | undefined }

/** Plain links instead of in-app navigation, because the application itself may have failed. */
export function ErrorView({ statusCode, message, search }: Props) {
  const { t, language } = useSite()
  const { languages } = language
  const form = search ?? (statusCode === 404 ? { action: searchAction(language), keywords: '' } : undefined)
  return (
    <div className="page error-page" data-error-page={statusCode}>
      <p className="error-code">{statusCode}</p>
      <h1 tabIndex={-1} lang={/^[ -~]+$/.test(message) ? 'en' : undefined}>
        {message || t('error.title')}
      </h1>
      <p className="lead">{t(explanationOf(statusCode, search !== undefined))}</p>
      {form && <SearchForm {...form} label={t('search.label')} />}
      <nav aria-label={t('error.links')}>
        <ul className="error-links">
          <li>
            <a className="button" href="/">
              {languages.length > 1 ? '主页 / HOME' : t('nav.home')}
            </a>
          </li>
          {languages.length > 1 && homePages.map((home) => <li key={home.locale}>{linkTo(home)}</li>)}
        </ul>
      </nav>
    </div>
  )
}

const homePages = [
  { locale: 'zh', title: '中文站点' },
  { locale: 'en', title: 'English Site' },
] as const

function linkTo({ locale, title }: (typeof homePages)[number]) {
  return (
    <a href={`/${locale}`} lang={languageTag(locale)} hrefLang={languageTag(locale)}>
      {title}
    </a>
  )
}

const overloads = [429, 503]

function explanationOf(statusCode: number, isSearch: boolean): MessageKey {
  if (isSearch && overloads.includes(statusCode)) return 'search.busy'
  if (statusCode === 404 || statusCode === 410) return 'error.notFound'
  if (statusCode === 403) return 'error.forbidden'
  return statusCode === 502 || statusCode === 504 ? 'error.origin' : 'error.server'
}
