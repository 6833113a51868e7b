// Finder of a list: a menu for the topics and for each facet in one row of a plain GET form; on narrow screens a sheet.
import type { Facet } from '../../shared/content/content.ts'
import { filterOf } from '../../shared/filter.ts'
import type { PageQuery } from '../../shared/query.ts'
import { useSite } from '../site.tsx'

type Props = {
  /** Unique in the document. */
  id: string
  title: string
  /** The URL without its query. */
  action: string
  topics: Facet['values']
  facets: Facet[]
  chosen: Pick<PageQuery, 'tag' | 'filter'>
  /** The rest of the query, which the form keeps. */
  others: Record<string, string>
}

/**
 * The sheet is a popover, so that it opens without script; where it is wide it is a part of the page (styles/finder.css).
 * `data-live`: see client/browser/live-forms.ts. Without `autocomplete` a reload would show menus that are not the
 * address's.
 */
export function Finder({ id, title, action, topics, facets, chosen, others }: Props) {
  const { t } = useSite()
  const menus = menusOf(topics, facets, chosen, t('filter.topics'))
  if (!menus.some(({ name }) => name === 'filter')) return null
  const count = chosen.filter.length + (chosen.tag ? 1 : 0)
  return (
    <section className="finder" aria-label={title} data-page-part="finder">
      <button
        className="button button-quiet finder-open"
        type="button"
        popoverTarget={id}
        data-page-part="open"
      >
        {t('filter.label')}
        {count > 0 && ` (${count})`}
      </button>
      <div className="finder-sheet" id={id} popover="auto">
        <h2>{title}</h2>
        <form action={action} autoComplete="off" data-live data-page-part="form">
          {Object.entries(others).map(
            ([name, value]) =>
              value && <input key={name} type="hidden" name={name} value={value} data-page-part={name} />,
          )}
          {menus.map((menu) => (
            <FacetMenu key={menu.title} {...menu} />
          ))}
          <button className="button" type="submit">
            {t('finder.submit')}
          </button>
        </form>
      </div>
    </section>
  )
}

function menusOf(
  topics: Facet['values'],
  facets: Facet[],
  { tag, filter }: Props['chosen'],
  topicTitle: string,
) {
  const menu = (
    name: 'tag' | 'filter',
    { name: title, values }: Facet,
    choiceFor: (name: string) => string,
  ) => ({
    name,
    title,
    options: values.map(({ name: of, count }) => ({
      value: choiceFor(of),
      text: `${of} (${count})`,
      isChosen: name === 'tag' ? of === tag : filter.includes(choiceFor(of)),
    })),
  })
  return [
    menu('tag', { name: topicTitle, values: topics }, (topic) => topic),
    ...facets.map((facet) => menu('filter', facet, (value) => filterOf(facet.name, value))),
  ].filter(({ options }) => options.length > 0)
}

function FacetMenu({ name, title, options }: ReturnType<typeof menusOf>[number]) {
  const { t } = useSite()
  return (
    <label data-page-part={title}>
      <span>{title}</span>
      <select
        data-page-part="menu"
        name={name}
        defaultValue={options.find(({ isChosen }) => isChosen)?.value ?? ''}
      >
        <option value="">{t('finder.any')}</option>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
