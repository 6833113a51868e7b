// Sections of the site: their names, the kind of their pages, and what follows from both.
import { defaultListOrder, defaultSectionList, homeLabels, type pageKinds } from './constants.ts'
import type { Locale } from './locale.ts'

/** `news` has dates and feeds, `product` specifications, families and a finder, `article` cards. */
export const sectionKinds = ['news', 'product', 'article'] as const
export type SectionKind = (typeof sectionKinds)[number]

type Texts = Readonly<Record<Locale, string>>
export type Section = {
  slug: string
  kind: SectionKind
  title: Texts
  /** The text under the heading of its list. */
  intro?: Texts | undefined
  /** One item, as in "a coffee". */
  one?: Texts | undefined
  /** False: not on the home page. */
  home?: boolean | undefined
  /** The type of its items for search engines, where the kind has none. */
  schema?: 'Service' | undefined
  /** The pictures of its items go over the whole width. */
  cover?: 'wide' | undefined
}

export type SiteSections = ReturnType<typeof createSections>

/** `order`: of the slugs in search results; default: products first, news last. */
export function createSections(list: readonly Section[], order?: readonly string[]) {
  const bySlug = new Map(list.map((section) => [section.slug, section]))
  const ofKind = (kind: SectionKind) => list.filter((section) => section.kind === kind)
  const lists = order
    ? order.flatMap((slug) => bySlug.get(slug) ?? [])
    : [...ofKind('product'), ...ofKind('article'), ...ofKind('news')]
  const isNews = ({ kind }: Section) => kind === 'news'
  return {
    list,
    slugs: list.map(({ slug }) => slug),
    /** The lists in the order of search results. */
    lists,
    /** Kinds of search results, in the order of the page. */
    searchKinds: [
      ...lists.filter((section) => !isNews(section)).map(({ slug }) => slug),
      ...(['manual', 'download', 'about'] satisfies (typeof pageKinds)[number][]),
      ...lists.filter(isNews).map(({ slug }) => slug),
    ],
    /** Undefined for a name that is no section. */
    of: (slug: string): Section | undefined => bySlug.get(slug),
    kindOf: (slug: string): SectionKind | undefined => bySlug.get(slug)?.kind,
    ofKind,
    /** The sections of the home page, in its order. */
    home: lists.filter(({ home }) => home !== false),
    /** Whether sub-items have pages there. */
    hasParts: (slug: string): boolean => ['news', 'product'].includes(bySlug.get(slug)?.kind ?? ''),
  }
}

export const defaultSections: SiteSections = createSections(defaultSectionList, defaultListOrder)

/** Undefined or an empty list stands for the default. */
export function sectionsFrom(list: readonly Section[] | undefined): SiteSections {
  return list && list.length > 0 ? createSections(list) : defaultSections
}

/** The list as it was given; undefined for the default ones. */
export function givenSections(sections: SiteSections): readonly Section[] | undefined {
  return sections === defaultSections ? undefined : sections.list
}

/** The name of a section in the labels of the home page: `products` in `home_products_title`. */
export function homeLabel(slug: string): string {
  return homeLabels[slug] ?? slug
}
