// Brand of the site from its configuration: name, logo, colours of the browser's bars.
import type { SiteBase, SiteConfig } from './content/site.ts'
import { imageSize } from './image.ts'
import type { Locale } from './locale.ts'

/** `--bg` of client/styles/tokens.css. */
export const pageGrounds = { light: '#ffffff', dark: '#0c111b' } as const

export const markPath = '/favicon.svg'
export const manifestPath = '/site.webmanifest'
/** The largest icon of the mark. */
export const iconPath = '/icon-512.png'
export const iconSize = { width: 512, height: 512 } as const

/** The part of the configuration in a language; Chinese where the site has no other. */
export function siteBaseOf(config: SiteConfig | undefined, locale: Locale): SiteBase | undefined {
  return config?.[locale] ?? config?.zh
}

/** The name beside the mark; the title of the site where it has no other. */
export function nameOfSite(config: SiteConfig | undefined, locale: Locale): string {
  const { name, title } = siteBaseOf(config, locale) ?? {}
  return name || title || config?.zh.title || ''
}

export type Logo = { width: number; height: number; light: string; dark: string | undefined }

/** Undefined without a logo, or where the name of its file has no size: the header would move when it is loaded. */
export function logoOf(config: SiteConfig | undefined, locale: Locale): Logo | undefined {
  const { logo, logo_dark } = siteBaseOf(config, locale) ?? {}
  const size = logo ? imageSize(logo) : undefined
  return logo && size ? { ...size, light: logo, dark: logo_dark || undefined } : undefined
}

/** Colours of the browser's bars (theme-color). */
export function themeColours(config: SiteConfig | undefined): { light: string; dark: string } {
  const { light, dark } = config?.brand?.colours?.theme ?? {}
  return { light: light || pageGrounds.light, dark: dark || pageGrounds.dark }
}
