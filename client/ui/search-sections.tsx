// Search filter: the sections with the number of their results, as links.
import { href, searchHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { type LinkItem, Links } from './links.tsx'

/** Results by section; a section whose call failed is missing. None without the search call, which finds in all of them. */
export type Totals = Readonly<Record<string, number>>

type Props = { totals?: Totals; keywords: string; current?: string }

export function SearchSections({ totals, keywords, current }: Props) {
  const { t, locale, language, sections } = useSite()
  const all: LinkItem = {
    key: '',
    to: searchHref(keywords, language),
    title: t('search.all'),
    current: !current && 'true',
  }
  const lists: LinkItem[] = sections.lists.map(({ slug, title }) => ({
    key: slug,
    to: href('section-list', { section: slug }, language, { keywords }),
    title: title[locale] + (totals?.[slug] === undefined ? '' : ` (${totals[slug]})`),
    current: slug === current && 'true',
  }))
  return <SectionLinks links={totals ? [all, ...lists] : lists} />
}

export function SectionLinks({ links }: { links: LinkItem[] }) {
  const { t } = useSite()
  return (
    <nav aria-label={t('search.sections')} data-page-part="sections">
      <Links className="chips" links={links} />
    </nav>
  )
}
