// Filters of a list: rows of links with the number of items that each leads to. A chosen one leads back to the list without it.
import type { Translate } from '../../shared/i18n/translate.ts'
import { useSite } from '../site.tsx'
import { type LinkItem, Links } from './links.tsx'

type FilterOption = { name: string; count: number; to: string; isChosen: boolean }
export type FilterRow = { title: string; options: FilterOption[] }

/** Fewer items are seen at a glance, and one item is found without a filter of its own. */
export const fewest = { items: 8, ofOption: 2 }

/** Rows without a link are left out. */
export function Filters({ rows }: { rows: FilterRow[] }) {
  const { t } = useSite()
  const shown = rows.filter(({ options }) => options.some(hasLink))
  if (shown.length === 0) return null
  return (
    <nav className="filters" aria-label={t('filter.label')} data-page-part="filters">
      {shown.map(({ title, options }) => (
        <div key={title} className="filter-row" data-page-part={title}>
          <p>{title}</p>
          <Links className="chips" label={title} links={options.map((option) => chipOf(option, t))} />
        </div>
      ))}
    </nav>
  )
}

function hasLink({ count, isChosen }: FilterOption): boolean {
  return count > 0 || isChosen
}

/** An option that leads to nothing is text in its place. */
function chipOf(option: FilterOption, t: Translate): LinkItem {
  const { name, count, to, isChosen } = option
  return {
    key: name,
    to: hasLink(option) ? to : '',
    current: isChosen && 'true',
    title: (
      <>
        {name} <small>{count}</small>
        {isChosen && <span className="visually-hidden">{t('filter.remove')}</span>}
      </>
    ),
  }
}
