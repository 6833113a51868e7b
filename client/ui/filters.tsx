// Filters of a list: rows of links with the number of items that each leads to. A chosen one leads back to the list without it.
import { useSite } from '../site.tsx'

type FilterOption = { name: string; count: number; to: string; isChosen: boolean }
export type FilterRow = { title: string; options: FilterOption[] }

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
          <ul className="chips" aria-label={title}>
            {options.map((option) => (
              <li key={option.name} data-page-part={option.name}>
                <Option {...option} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function hasLink({ count, isChosen }: FilterOption): boolean {
  return count > 0 || isChosen
}

/** An option that leads to nothing is text in its place. */
function Option(option: FilterOption) {
  const { t } = useSite()
  const { name, count, to, isChosen } = option
  const text = (
    <>
      {name} <small>{count}</small>
    </>
  )
  if (!hasLink(option)) return <span>{text}</span>
  return (
    <a data-page-part="link" href={to} aria-current={isChosen ? 'true' : undefined}>
      {text}
      {isChosen && <span className="visually-hidden">{t('filter.remove')}</span>}
    </a>
  )
}
