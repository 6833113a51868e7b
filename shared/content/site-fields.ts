// Fields of every page: the tables of the site configuration, of site.yaml and brand.yaml, and of the menu and the banners.
import type { Fields } from './reader.ts'

/** The texts of site.yaml in a language. */
export const siteTexts = {
  title: { type: 'filled', required: 'responses' },
  description: { type: 'text' },
  keywords: { type: 'text' },
} as const satisfies Fields

/** The texts of brand.yaml in a language. */
export const companyFields = {
  name: { type: 'filled' },
  short_name: { type: 'filled' },
  company: { type: 'text' },
  slogan: { type: 'text' },
  reply: { type: 'prose' },
  privacy: { type: 'url' },
  phone: { type: 'text' },
  email: { type: 'text' },
  address: { type: 'prose' },
  hours: { type: 'prose' },
  icp: { type: 'text' },
  police_filing: { type: 'text' },
  wechat_image: { type: 'url' },
  copyright: { type: 'text' },
  logo: { type: 'logo' },
  logo_dark: { type: 'logo' },
} as const satisfies Fields

export const themes = { light: { type: 'colour' }, dark: { type: 'colour' } } as const satisfies Fields

export const lookFields = {
  mark: { type: 'svg' },
  ornament: { type: 'svg' },
  placeholder: { type: 'svg' },
  colours: {
    type: {
      brand: { type: 'themed' },
      on_brand: { type: 'themed' },
      accent: { type: 'themed' },
      control: { type: 'themed' },
      theme: { type: 'themed' },
      ink: { type: 'colour' },
    },
  },
} as const satisfies Fields

/** The fields that brand.yaml and the site configuration share. */
export const companyFacts = {
  founded: { type: 'text' },
  social: {
    type: { name: { type: 'filled', required: true }, url: { type: 'url', required: true } },
    list: true,
  },
} as const satisfies Fields

export const siteBase = { ...siteTexts, ...companyFields } as const satisfies Fields

/** Languages and time zone that cannot be used read as those that no site has, so that the last good ones count. */
export const configFields = {
  zh: { type: siteBase, required: true },
  en: { type: siteBase },
  site_url: { type: 'text' },
  languages: { type: 'site languages', else: [] },
  time_zone: { type: 'text', else: '' },
  ...companyFacts,
  brand: { type: lookFields, else: undefined },
  sections: { type: 'sections', else: null },
} as const satisfies Fields

export const menuFields = {
  id: { type: 'id', required: true },
  title: { type: 'text', localized: true, required: true },
  path: { type: 'path', required: true },
  external: { type: 'flag' },
  /** The content of the section, in about two lines. */
  text: { type: 'filled prose', localized: true, else: undefined },
  image: { type: 'url' },
  children: { type: 'menu node', list: true },
} as const satisfies Fields

export const bannerFields = {
  image: { type: 'url' },
  image_mobile: { type: 'url' },
  alt: { type: 'text' },
  title: { type: 'claim', required: true },
  subtitle: { type: 'prose' },
  link: { type: 'url' },
  link_text: { type: 'prose' },
} as const satisfies Fields
