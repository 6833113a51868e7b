// Document: <html>, its head, the layout around the page, and the scripts.
import type { ReactNode } from 'react'
import { manifestPath, markPath, themeColours } from '../shared/brand.ts'
import type { SiteConfig } from '../shared/content/site.ts'
import type { HeadModel } from '../shared/head.ts'
import { localizePath } from '../shared/href.ts'
import { textsNamed } from '../shared/i18n/translate.ts'
import { isDefault } from '../shared/languages.ts'
import { languageTag } from '../shared/locale.ts'
import { type PageSettings, scriptJson } from '../shared/payload.ts'
import { useSite } from './site.tsx'

/** Files of the build have their digest (Subresource Integrity). */
type DocumentAssets = {
  styles: { href: string; integrity?: string | undefined }[]
  /** Inline code: before the first paint, and after the shell. */
  inlineScripts: { first: string; start: string }
  /** The colours of the brand, as CSS; '' for the default ones. */
  brandStyle: string
  /** Module scripts for the project's developers. */
  developmentScripts: string[]
}

export type DocumentProps = {
  head: HeadModel
  assets: DocumentAssets
  /** JSON-LD for bots; '' without. */
  structuredData: string
  config: SiteConfig | undefined
  children: ReactNode
}

export function Document({ head, assets, structuredData, config, children }: DocumentProps) {
  const { locale, settings } = useSite()
  return (
    <html lang={languageTag(locale)} dir="ltr" data-build={settings.build}>
      <head>
        <DocumentHead {...{ head, assets, config }} />
      </head>
      <body>
        {children}
        <SettingsElement />
        <script dangerouslySetInnerHTML={{ __html: assets.inlineScripts.start }} />
        {assets.developmentScripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {structuredData && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
        )}
      </body>
    </html>
  )
}

/** The keys of the texts that the browser's program shows. */
const programTexts =
  /^(?:toast\.|nav\.backToTop$|error\.(?:system|transport|offline|reload)$|compare\.remove$|search\.(?:suggest|noSuggestion$|kind\.))/

/** The settings and texts of the browser's program, in the language of the page. */
export function SettingsElement() {
  const { locale, language, settings, messages, sections } = useSite()
  const { downloadId, analytics, fingerprintOff, showDrafts } = settings
  const values: PageSettings = {
    downloadId,
    ...(analytics && { analytics }),
    ...(fingerprintOff && { fingerprintOff }),
    ...(showDrafts && { showDrafts }),
    ...(!isDefault(language.languages) && { languages: language.languages }),
    texts: textsNamed(programTexts, messages),
    sections: sections.list.map(({ slug, kind, title }) => ({ slug, kind, title: title[locale] })),
  }
  return <script type="application/json" id="data" dangerouslySetInnerHTML={{ __html: scriptJson(values) }} />
}

function DocumentHead({ head, assets, config }: Pick<DocumentProps, 'head' | 'assets' | 'config'>) {
  const theme = themeColours(config)
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={theme.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={theme.dark} media="(prefers-color-scheme: dark)" />
      <PageHead head={head} />
      <link rel="icon" href={markPath} type="image/svg+xml" />
      {/* Before the stylesheets: a script waits for the stylesheets above it and blocks the parser. */}
      <script dangerouslySetInnerHTML={{ __html: assets.inlineScripts.first }} />
      {/* Without `precedence`: with it React moves them to the front. */}
      {assets.styles.map((asset) => (
        <link key={asset.href} rel="stylesheet" {...asset} />
      ))}
      {/* After the stylesheet, which declares the order of the cascade layers. */}
      {assets.brandStyle && <style dangerouslySetInnerHTML={{ __html: assets.brandStyle }} />}
    </>
  )
}

/** The part of the head that differs from page to page (client/browser/swap.ts replaces it). */
export function PageHead({ head }: { head: HeadModel }) {
  const { language } = useSite()
  return (
    <>
      <title>{head.title}</title>
      {head.canonical && <link rel="canonical" href={head.canonical} />}
      {head.alternates.map((alternate) => (
        <link key={alternate.hrefLang} rel="alternate" {...alternate} />
      ))}
      {head.feeds?.map((feed) => (
        <link key={feed.href} rel="alternate" {...feed} />
      ))}
      {head.metas.map((meta) => (
        <meta key={'name' in meta ? meta.name : meta.property} {...meta} />
      ))}
      <link rel="manifest" href={localizePath(manifestPath, language)} />
    </>
  )
}
