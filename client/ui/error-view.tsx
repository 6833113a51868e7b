// The error page: status code, message, and three links.
import { searchAction } from '../../shared/href.ts'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import { useSite } from '../site.tsx'
import { SearchForm } from './search-form.tsx'

type Props = { statusCode: number; message: string }

/** Plain links instead of in-app navigation, because the application itself may have failed. */
export function ErrorView({ statusCode, message }: Props) {
  const { t, locale } = useSite()
  return (
    <div className="page error-page" data-error-page={statusCode}>
      <p className="error-code">{statusCode}</p>
      <h1 tabIndex={-1} lang={/^[ -~]+$/.test(message) ? 'en' : undefined}>
        {message || t('error.title')}
      </h1>
      <p className="lead">{t(explanationOf(statusCode))}</p>
      <nav aria-label={t('error.links')}>
        <ul className="error-links">
          <li>
            <a className="button" href="/">
              主页 / HOME
            </a>
          </li>
          <li>
            <a href="/zh" lang="zh-CN" hrefLang="zh-CN">
              中文站点
            </a>
          </li>
          <li>
            <a href="/en" lang="en-US" hrefLang="en-US">
              English Site
            </a>
          </li>
        </ul>
      </nav>
      {statusCode === 404 && <SearchForm action={searchAction(locale)} label={t('search.label')} />}
    </div>
  )
}

function explanationOf(statusCode: number): MessageKey {
  if (statusCode === 404 || statusCode === 410) return 'error.notFound'
  if (statusCode === 403) return 'error.forbidden'
  return statusCode === 502 || statusCode === 504 ? 'error.origin' : 'error.server'
}
