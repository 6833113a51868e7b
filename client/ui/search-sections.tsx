// Search filter: the sections with the number of their results, as links.
import { listOrder } from '../../shared/constants.ts'
import type { Category } from '../../shared/content/content.ts'
import { listHref, searchHref } from '../../shared/href.ts'
import type { RouteId } from '../../shared/routes.ts'
import { useSite } from '../site.tsx'

/** Results by section; a section whose call failed is missing. */
export type Totals = Partial<Record<Category, number>>

type Props = { totals: Totals; keywords: string; current?: Category; route?: RouteId }

export function SearchSections({ totals, keywords, current, route }: Props) {
  const { t, language } = useSite()
  return (
    <nav aria-label={t('search.sections')}>
      <ul className="chips">
        <li>
          <a href={searchHref(keywords, language)} aria-current={current ? undefined : 'true'}>
            {t('search.all')}
          </a>
        </li>
        {listOrder.map((category) => (
          <li key={category}>
            <a
              href={listHref(category, language, { keywords }, route)}
              aria-current={category === current ? 'true' : undefined}
            >
              {t(`category.${category}`)}
              {totals[category] !== undefined && ` (${totals[category]})`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
