// Tools above the items of a list: their number, the chosen filters, the order of a search, and the search.
import type { ReactNode } from 'react'
import { choiceOf } from '../../shared/filter.ts'
import type { PageQuery } from '../../shared/query.ts'
import { useSite } from '../site.tsx'
import { Links } from './links.tsx'

export type HrefOf = (changes: Partial<PageQuery>) => string
type Props = { id: string; total: number; query: PageQuery; hrefOf: HrefOf; children: ReactNode }

/** The whole section. */
export const everything: Partial<PageQuery> = { keywords: '', tag: '', filter: [], sort: '' }

/** `children`: the search. Links of chosen filters lead to `id`, because they are absent from the next page. */
export function ListTools({ id, total, query, hrefOf, children }: Props) {
  const { t } = useSite()
  const { keywords } = query
  return (
    <div className="list-tools" id={id} tabIndex={-1}>
      <p className="list-count" role="status" data-page-part="count">
        {keywords && `${t('search.title', { keywords })} · `}
        {t('list.count', { count: total })}
        {keywords && (
          <>
            {' '}
            · <a href={hrefOf(everything)}>{t('search.clear')}</a>
          </>
        )}
      </p>
      <ChosenFilters query={query} hrefOf={(changes) => `${hrefOf(changes)}#${id}`} />
      {keywords && total > 1 && <SortLinks query={query} hrefOf={hrefOf} />}
      {children}
    </div>
  )
}

function ChosenFilters({ query, hrefOf }: Pick<Props, 'query' | 'hrefOf'>) {
  const { t } = useSite()
  const { tag, filter } = query
  const chosen = [
    ...(tag ? [{ name: tag, to: hrefOf({ tag: '' }) }] : []),
    ...filter.map((one) => ({
      name: choiceOf(one),
      to: hrefOf({ filter: filter.filter((other) => other !== one) }),
    })),
  ].map(({ name, to }) => ({
    to,
    title: (
      <>
        {name}
        <span className="visually-hidden">{t('filter.remove')}</span>
      </>
    ),
  }))
  if (chosen.length === 0) return null
  const all = { key: 'all', to: hrefOf({ tag: '', filter: [] }), title: t('filter.clear') }
  return <Links className="chips chosen-filters" part="chosen" links={[...chosen, all]} />
}

/** The order of search results: by relevance, or by date. */
export function SortLinks({ query: { sort }, hrefOf }: Pick<Props, 'query' | 'hrefOf'>) {
  const { t } = useSite()
  return (
    <nav className="sort-links" aria-label={t('sort.label')} data-page-part="sort">
      <span aria-hidden="true">{t('sort.label')}</span>
      {(['', 'date'] as const).map((one) => (
        <a
          key={one}
          data-page-part={one}
          href={hrefOf({ sort: one })}
          aria-current={one === sort ? 'true' : undefined}
        >
          {t(one ? `sort.${one}` : 'sort.relevance')}
        </a>
      ))}
    </nav>
  )
}
