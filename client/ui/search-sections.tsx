// Search filter: the sections with the number of their results, as links.
import { href, searchHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

/** Results by section; a section whose call failed is missing. None without the search call, which finds in all of them. */
export type Totals = Readonly<Record<string, number>>

type Props = { totals?: Totals; keywords: string; current?: string }

export function SearchSections({ totals, keywords, current }: Props) {
  const { t, locale, language, sections } = useSite()
  return (
    <nav aria-label={t('search.sections')}>
      <ul className="chips">
        {totals && (
          <li>
            <a href={searchHref(keywords, language)} aria-current={current ? undefined : 'true'}>
              {t('search.all')}
            </a>
          </li>
        )}
        {sections.lists.map(({ slug, title }) => (
          <li key={slug}>
            <a
              href={href('section-list', { section: slug }, language, { keywords })}
              aria-current={slug === current ? 'true' : undefined}
            >
              {title[locale]}
              {totals?.[slug] !== undefined && ` (${totals[slug]})`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
