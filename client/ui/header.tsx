// Header: name, menu, search, theme, language.
import { type Logo, logoOf, markPath, nameOfSite, siteBaseOf } from '../../shared/brand.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { href } from '../../shared/href.ts'
import type { Base } from '../../shared/payload.ts'
import { type PageRequest, useSite } from '../site.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Menu } from './menu.tsx'
import { SearchPanel } from './search-form.tsx'

export function Header({ base, request }: { base: Base; request: PageRequest }) {
  const { language } = useSite()
  return (
    <header className="site-header">
      <div className="site-header-row">
        <a className="site-name" href={href('home', {}, language)}>
          <SiteName config={base.config} />
        </a>
        <Menu base={base} match={request.match} />
        <div className="tools">
          <SearchPanel />
          <ThemeSwitch />
          <LanguageSwitch request={request} />
        </div>
      </div>
    </header>
  )
}

/** The logo, or the mark and the name; narrow screens show the short name. */
function SiteName({ config }: { config: SiteConfig | undefined }) {
  const { locale, t } = useSite()
  const name = nameOfSite(config, locale) || t('nav.home')
  const short = siteBaseOf(config, locale)?.short_name
  const logo = logoOf(config, locale)
  if (logo) return <SiteLogo logo={logo} name={name} />
  return (
    <>
      <img className="logo-mark" src={markPath} alt="" width="32" height="32" fetchPriority="low" />
      <span className={short && 'long-name'}>{name}</span>
      {short && <span className="short-name">{short}</span>}
    </>
  )
}

/** Both logos are in the document, because the visitor may choose the theme; a lazy image that is not shown is not loaded. */
function SiteLogo({ logo: { light, dark, ...size }, name }: { logo: Logo; name: string }) {
  const { urlOf } = useSite().media
  return (
    <>
      <img className={dark && 'light-only'} src={urlOf(light)} alt={name} {...size} />
      {dark && <img className="dark-only" src={urlOf(dark)} alt={name} {...size} loading="lazy" />}
    </>
  )
}

const themes = ['system', 'light', 'dark'] as const

/** The first script (client/first.ts) stores and applies the choice. */
function ThemeSwitch() {
  const { t } = useSite()
  return (
    <div className="theme">
      <button
        type="button"
        className="icon-button icon-system"
        popoverTarget="site-theme"
        aria-label={t('theme.label')}
      />
      <div
        className="panel theme-panel"
        id="site-theme"
        popover="auto"
        role="group"
        aria-label={t('theme.label')}
      >
        {themes.map((theme) => (
          <button key={theme} type="button" className={`icon-${theme}`} data-theme-choice={theme}>
            {t(`theme.${theme}`)}
          </button>
        ))}
      </div>
    </div>
  )
}
