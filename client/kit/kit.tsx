// Component kit (development only): every component in both languages and both themes, with its states.
import { siteOffsetMs } from '../../shared/constants.ts'
import { formFields } from '../../shared/form.ts'
import type { Media } from '../../shared/image.ts'
import { languageOf } from '../../shared/languages.ts'
import { type Locale, languageTag, otherLocale } from '../../shared/locale.ts'
import type { Settings, Translation } from '../../shared/payload.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import { defaultSections } from '../../shared/sections.ts'
import { SettingsElement } from '../document.tsx'
import { type Site, SiteProvider, useSite } from '../site.tsx'
import { FormField } from '../ui/form-field.tsx'
import { KitParts } from './kit-parts.tsx'

type KitProps = {
  translations: Record<Locale, Translation>
  settings: Settings
  media: Media
  textWith: Site['textWith']
  styles: string[]
  /** The script that starts the program. */
  start: string
}

const variants = (['zh', 'en'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((theme) => ({ locale, theme })),
)

export function Kit({ translations, settings, media, textWith, styles, start }: KitProps) {
  return (
    <html lang="en-US" data-theme="light" data-build={settings.build}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Kit</title>
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main>
          <h1 className="visually-hidden">Kit</h1>
          {variants.map(({ locale, theme }) => (
            <SiteProvider
              key={locale + theme}
              site={{
                locale,
                language: languageOf(locale),
                sections: defaultSections,
                ...translations[locale],
                settings,
                media,
                textWith,
                revision: '',
                offsetAt: () => siteOffsetMs,
                drawingOf: () => undefined,
              }}
            >
              <section
                className="notice"
                lang={languageTag(locale)}
                data-theme={theme}
                aria-label={`${locale}, ${theme}, not ${otherLocale(locale)}`}
              >
                <KitParts locale={locale} />
                <KitFeedback />
                {locale === 'en' && theme === 'dark' && <SettingsElement />}
              </section>
            </SiteProvider>
          ))}
        </main>
        <script dangerouslySetInnerHTML={{ __html: start }} />
      </body>
    </html>
  )
}

const types = ['info', 'success', 'warning', 'error'] as const

/** Buttons, fields, notices, toasts. */
function KitFeedback() {
  const site = useSite()
  const { t, locale } = site
  const field = { ...formFields.name, name: `right-${locale}`, label: { [locale]: t('form.name') } }
  const wrong = { ...field, name: `wrong-${locale}` }
  return (
    <>
      <p className="actions">
        <button type="button" className="button">
          {t('form.submit')}
        </button>
        <button type="button" className="button" disabled>
          {t('form.pending')}
        </button>
        <a className="button button-quiet" href="#kit">
          {t('home.contact')}
        </a>
        <a className="arrow" href="#kit">
          {t('home.more', wordsOf(undefined, t, locale))}
        </a>
      </p>
      <div className="contact-form">
        <FormField words={site} field={field} values={{}} errors={{}} />
        <FormField words={site} field={wrong} values={{}} errors={{ [wrong.name]: t('form.required') }} />
        <p className="notice notice-bad">{t('form.failed', { message: t('error.system') })}</p>
      </div>
      <p className="notice">{t('nav.onlyOther')}</p>
      <p className="notice notice-good">{t('form.sent')}</p>
      <p className="notice notice-bad">{t('form.failed', { message: t('error.transport') })}</p>
      {types.map((type) => (
        <p key={type} data-toast data-type={type}>
          <span data-repeat>99+</span> {t('error.system')}
        </p>
      ))}
    </>
  )
}
