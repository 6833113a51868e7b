// Header: in a preview its bar; name, menu, search, theme, language.
import { titleOfSite } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import type { Base } from '../../shared/payload.ts'
import { type PageRequest, useSite } from '../site.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Menu } from './menu.tsx'
import { PreviewBar, type ShownPreview } from './preview-bar.tsx'
import { SearchPanel } from './search-form.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

type Props = { base: Base; request: PageRequest; preview: ShownPreview | undefined }

export function Header({ base, request, preview }: Props) {
  const { locale, t } = useSite()
  const title = titleOfSite(base.config, locale)
  return (
    <header className="site-header">
      {preview && <PreviewBar preview={preview} match={request.match} />}
      <div className="site-header-row">
        <a className="site-name" href={href('home', {}, locale)}>
          <LogoMark />
          <span>{title || t('nav.home')}</span>
        </a>
        <Menu menu={base.menu} match={request.match} />
        <div className="tools">
          <SearchPanel path={request.match?.path} />
          <ThemeSwitch />
          <LanguageSwitch request={request} />
        </div>
      </div>
    </header>
  )
}

function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M16 2c6 7.4 10 12.6 10 17.6A10 10 0 0 1 6 19.6C6 14.6 10 9.4 16 2Z" fill="currentColor" />
      <path d="M8 18.5h16M9.4 23h13.2" stroke="var(--bg)" strokeWidth="2" />
    </svg>
  )
}
