// Document: <html>, its head, the layout around the page, and the hydration state.
import type { ReactNode } from 'react'
import { manifestPath, markPath, themeColours } from '../shared/brand.ts'
import type { SiteConfig } from '../shared/content/site.ts'
import type { HeadModel } from '../shared/head.ts'
import { localizePath } from '../shared/href.ts'
import { languageTag } from '../shared/locale.ts'
import { useSite } from './site.tsx'
import { useTrustedHtml } from './trusted-html.ts'
import { useFollowLinks } from './ui/follow-links.ts'

/** A file of the build with its digest (Subresource Integrity). */
export type Asset = { href: string; integrity?: string | undefined }
export type DocumentAssets = {
  styles: Asset[]
  preloads: Asset[]
  /** Inline code that runs before the first paint; '' in a browser. */
  firstScript: string
  /** The colours of the brand, as CSS; '' for the default ones, and in a browser. */
  brandStyle: string
}

/** Modules would compete for bandwidth with the first paint; the start script removes this `media` after it. */
const afterPaint = 'not all'

type Props = {
  head: HeadModel
  assets: DocumentAssets
  stateJson: string
  /** JSON-LD for bots; '' in a browser. */
  structuredData: string
  config: SiteConfig | undefined
  children: ReactNode
}

export function Document({ head, assets, stateJson, structuredData, config, children }: Props) {
  const { locale, settings } = useSite()
  const state = useTrustedHtml(stateJson)
  const follow = useFollowLinks()
  return (
    <html lang={languageTag(locale)} dir="ltr" data-build={settings.build} suppressHydrationWarning>
      <head>
        <HeadContent {...{ head, assets, config }} />
      </head>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only links inside are followed, and Enter on a link is a click */}
      <body onClick={follow}>
        {children}
        <script type="application/json" id="data" dangerouslySetInnerHTML={state} />
        {/* Last: hydration ignores an unknown element at the end, but not before others. */}
        {structuredData && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
        )}
      </body>
    </html>
  )
}

function HeadContent({ head, assets, config }: Pick<Props, 'head' | 'assets' | 'config'>) {
  const { locale } = useSite()
  const theme = themeColours(config)
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={theme.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={theme.dark} media="(prefers-color-scheme: dark)" />
      <Head head={head} />
      <link rel="icon" href={markPath} type="image/svg+xml" />
      <link rel="manifest" href={localizePath(manifestPath, locale)} />
      {/* Before the stylesheets: a script waits for the stylesheets above it and blocks the parser. */}
      {assets.firstScript && <script dangerouslySetInnerHTML={{ __html: assets.firstScript }} />}
      {/* Without `precedence`: with it React moves them to the front. */}
      {assets.styles.map((asset) => (
        <link key={asset.href} rel="stylesheet" {...asset} />
      ))}
      {/* After the stylesheet, which declares the order of the cascade layers. */}
      {assets.brandStyle && <style dangerouslySetInnerHTML={{ __html: assets.brandStyle }} />}
      {assets.preloads.map((asset) => (
        <link key={asset.href} rel="modulepreload" {...asset} fetchPriority="low" media={afterPaint} />
      ))}
    </>
  )
}

function Head({ head }: { head: HeadModel }) {
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
    </>
  )
}
