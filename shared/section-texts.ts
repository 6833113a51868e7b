// Words of a section in messages: `All {{section}}`, `Find {{anOne}}`.
import type { MessageKey, Translate } from './i18n/translate.ts'
import type { Locale } from './locale.ts'
import type { Section, SiteSections } from './sections.ts'

/**
 * The words of a section; without one those of products. `section`: its title within a sentence; `one`: one item; `anOne`: with
 * its article, where the language has one.
 */
export function wordsOf(section: Section | undefined, t: Translate, locale: Locale) {
  const one = section?.one?.[locale] || t('section.one')
  const article = /^[aeiou]/i.test(one) ? 'an' : 'a'
  return {
    section: section ? inSentence(section.title[locale], locale) : t('section.many'),
    one,
    anOne: locale === 'en' ? `${article} ${one}` : one,
  }
}

/** The texts that have a second one with the suffix `One`. */
type Named = MessageKey extends infer Key ? (Key extends `${infer Name}One` ? Name : never) : never

/** A text that names an item where the section has a name for one. */
export function namedText(key: Named, section: Section | undefined, t: Translate, locale: Locale): string {
  return section?.one ? t(`${key}One`, wordsOf(section, t, locale)) : t(key)
}

/** The kind in search results and breadcrumbs: a section, or the pages of another kind. */
export function kindTitle(kind: string, section: Section | undefined, t: Translate, locale: Locale): string {
  if (section) return section.title[locale]
  return kind === 'about' || kind === 'manual' || kind === 'download' ? t(`search.kind.${kind}`) : kind
}

/** The label of a search field: `Products, documents, news`. */
export function searchedWords({ ofKind }: SiteSections, t: Translate, locale: Locale): string {
  const titles = (kind: 'product' | 'news') => ofKind(kind).map(({ title }) => title[locale])
  const [first = '', ...others] = [...titles('product'), t('search.documents'), ...titles('news')]
  return [first, ...others.map((title) => inSentence(title, locale))].join(locale === 'zh' ? '、' : ', ')
}

/** An English title with one capital letter, its first, is written small: `all products`, but `all FAQ`. */
function inSentence(title: string, locale: Locale): string {
  return locale === 'en' && /^[A-Z][^A-Z]+$/.test(title)
    ? title.charAt(0).toLowerCase() + title.slice(1)
    : title
}
