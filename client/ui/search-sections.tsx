// Search filter: the sections with the number of their results, as links.
import { href, searchHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { Chips } from './chips.tsx'

/** Results by section; a section whose call failed is missing. None without the search call, which finds in all of them. */
export type Totals = Readonly<Record<string, number>>

type Props = { totals?: Totals; keywords: string; current?: string }

export function SearchSections({ totals, keywords, current }: Props) {
  const { t, locale, language, sections } = useSite()
  const all = {
    key: '',
    to: searchHref(keywords, language),
    text: t('search.all'),
    isCurrent: !current,
  }
  const lists = sections.lists.map(({ slug, title }) => ({
    key: slug,
    to: href('section-list', { section: slug }, language, { keywords }),
    text: title[locale] + (totals?.[slug] === undefined ? '' : ` (${totals[slug]})`),
    isCurrent: slug === current,
  }))
  return (
    <nav aria-label={t('search.sections')} data-page-part="sections">
      <Chips chips={totals ? [all, ...lists] : lists} />
    </nav>
  )
}
