// The error page: status code, message, and three links; of a search, its form; of an upstream that failed, the link to try again.
import { locales } from '../../shared/constants.ts'
import { searchAction } from '../../shared/href.ts'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import { languageTag } from '../../shared/locale.ts'
import type { FailedPage } from '../../shared/payload.ts'
import { useSite } from '../site.tsx'
import { SearchForm } from './search-form.tsx'

/** Plain links instead of in-app navigation, because the application itself may have failed. */
export function ErrorView({ statusCode, message, search, retry, requestId }: FailedPage) {
  const { t, language } = useSite()
  const { languages } = language
  const form = search ?? (statusCode === 404 ? { action: searchAction(language), keywords: '' } : undefined)
  return (
    <div className="page error-page" data-error-page={statusCode}>
      <p className="error-code">{statusCode}</p>
      <h1 tabIndex={-1}>{t(headlines[statusCode] ?? 'error.title')}</h1>
      <p className="lead">{t(explanationOf(statusCode, search !== undefined))}</p>
      <p className="quiet" lang={/^[ -~]+$/.test(message) ? 'en' : undefined}>
        {message}
      </p>
      {requestId && <p className="quiet">{t('error.request', { id: requestId })}</p>}
      {form && <SearchForm {...form} label={t('search.label')} />}
      <nav aria-label={t('error.links')}>
        <ul className="error-links">
          {retry && (
            <li>
              {/* With a target the browser follows it: for the program it is the page that is shown. */}
              <a className="button" href={retry} target="_self">
                {t('toast.retry')}
              </a>
            </li>
          )}
          <li>
            <a className="button" href="/">
              {languages.length > 1 ? '主页 / HOME' : t('nav.home')}
            </a>
          </li>
          {languages.length > 1 &&
            locales.map((locale) => (
              <li key={locale}>
                <a href={`/${locale}`} lang={languageTag(locale)} hrefLang={languageTag(locale)}>
                  {homePages[locale]}
                </a>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  )
}

const homePages = { zh: '中文站点', en: 'English Site' }

const headlines: Record<number, MessageKey> = {
  404: 'error.missing',
  410: 'error.missing',
  502: 'error.unavailable',
  503: 'error.unavailable',
  504: 'error.unavailable',
}

const overloads = [429, 503]

function explanationOf(statusCode: number, isSearch: boolean): MessageKey {
  if (isSearch && overloads.includes(statusCode)) return 'search.busy'
  if (statusCode === 404 || statusCode === 410) return 'error.notFound'
  if (statusCode === 403) return 'error.forbidden'
  return statusCode === 502 || statusCode === 504 ? 'error.origin' : 'error.server'
}
