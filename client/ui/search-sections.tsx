// Search filter: the sections with the number of their results, as links.
import type { Category } from '../../shared/content/content.ts'
import { listHref, searchHref } from '../../shared/href.ts'
import type { RouteId } from '../../shared/routes.ts'
import { useSite } from '../site.tsx'

/** Products first, news last. */
export const searchOrder = ['product', 'solution', 'service', 'news'] as const satisfies Category[]

/** Results by section; a section whose call failed is missing. */
export type Totals = Partial<Record<Category, number>>

type Props = { totals: Totals; keywords: string; current?: Category; route?: RouteId }

export function SearchSections({ totals, keywords, current, route }: Props) {
  const { t, locale } = useSite()
  const all = Object.values(totals).reduce((sum, total) => sum + total, 0)
  return (
    <nav aria-label={t('search.sections')}>
      <ul className="chips">
        <li>
          <a href={searchHref(keywords, locale)} aria-current={current ? undefined : 'true'}>
            {t('search.all')} ({all})
          </a>
        </li>
        {searchOrder.map((category) => (
          <li key={category}>
            <a
              href={listHref(category, locale, { keywords }, route)}
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
