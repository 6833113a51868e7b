// Theme switch. The first script (client/first.ts) stores and applies the choice.
import { useSite } from '../site.tsx'

const themes = ['system', 'light', 'dark'] as const

export function ThemeSwitch() {
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
