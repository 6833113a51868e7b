// Finder of a list: a menu for each facet in a plain GET form, and the chosen values, each as a link to the list without it.
import type { Facet } from '../../shared/content/content.ts'
import { choiceOf, filterOf } from '../../shared/filter.ts'
import { useSite } from '../site.tsx'

type Props = {
  /** Links of chosen values lead to it: the list may be longer without them. */
  id: string
  title: string
  /** Without a query. */
  action: string
  facets: Facet[]
  chosen: string[]
  /** The rest of the query, which the form keeps. */
  kept: Record<string, string>
  hrefOf: (filter: string[]) => string
  /** The whole list. */
  all: string
}

/** `data-in-place`: see client/main.ts. Without `autocomplete` a reload would show menus that are not the address's. */
export function Finder({ id, title, action, facets, chosen, kept, hrefOf, all }: Props) {
  const { t } = useSite()
  const offered = facets.filter(({ values }) => values.length > 0)
  if (offered.length === 0) return null
  return (
    <section className="finder" id={id} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <form action={action} autoComplete="off" data-in-place>
        {Object.entries(kept).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {offered.map((facet) => (
          <FacetMenu key={facet.name} {...facet} chosen={chosen} />
        ))}
        <button className="button" type="submit">
          {t('finder.submit')}
        </button>
      </form>
      {chosen.length > 0 && (
        <p className="chips">
          {chosen.map((filter) => (
            <a key={filter} href={`${hrefOf(chosen.filter((other) => other !== filter))}#${id}`}>
              {choiceOf(filter)}
              <span className="visually-hidden">{t('filter.remove')}</span>
            </a>
          ))}
          <a className="chips-clear" href={`${all}#${id}`}>
            {t('filter.clear')}
          </a>
        </p>
      )}
    </section>
  )
}

function FacetMenu({ name, values, chosen }: Facet & { chosen: string[] }) {
  const { t } = useSite()
  const options = values.map((value) => ({ ...value, filter: filterOf(name, value.name) }))
  const current = options.find(({ filter }) => chosen.includes(filter))?.filter ?? ''
  return (
    <label>
      <span>{name}</span>
      <select name="filter" defaultValue={current}>
        <option value="">{t('finder.any')}</option>
        {options.map(({ name: value, count, filter }) => (
          <option key={filter} value={filter}>
            {`${value} (${count})`}
          </option>
        ))}
      </select>
    </label>
  )
}
