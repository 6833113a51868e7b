// Component kit (development only): every component in both languages and both themes, with its states.
import { siteOffsetMs } from '../../shared/constants.ts'
import type { Media } from '../../shared/image.ts'
import { languageOf } from '../../shared/languages.ts'
import { type Locale, languageTag, otherLocale } from '../../shared/locale.ts'
import type { Settings, Translation } from '../../shared/payload.ts'
import { defaultSections } from '../../shared/sections.ts'
import { SettingsElement } from '../document.tsx'
import { type Site, SiteProvider } from '../site.tsx'
import { KitFeedback, KitParts } from './kit-parts.tsx'

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
