// Search results: sections with their numbers, groups or the list of a section, and what to do where there are none.
import { pageSize } from '../../shared/constants.ts'
import type { Search } from '../../shared/content/content.ts'
import { type MenuNode, menuIn } from '../../shared/content/site.ts'
import { searchAction, searchHref } from '../../shared/href.ts'
import { otherOf } from '../../shared/languages.ts'
import { languageTag } from '../../shared/locale.ts'
import type { PageQuery } from '../../shared/query.ts'
import { kindTitle } from '../../shared/section-texts.ts'
import { useSite } from '../site.tsx'
import { type LinkItem, Links } from './links.tsx'
import { SortLinks } from './list-tools.tsx'
import { PageHeader } from './page-frame.tsx'
import { Pagination, PastEnd } from './pagination.tsx'
import { SearchForm } from './search-form.tsx'
import { groupsOf, SearchGroups, SearchRows } from './search-rows.tsx'
import { SearchSections, SectionLinks } from './search-sections.tsx'
import { inLanguage } from './site-link.tsx'

type Props = { search?: Search; totalInOther: number; query: PageQuery; menu: MenuNode[] }

export function SearchResults({ search, totalInOther, query, menu }: Props) {
  const { t, language, sections } = useSite()
  const { keywords, kind, sort, page } = query
  const header = { trail: [{ title: t('search.label') }], title: t('search.title', { keywords }) }
  const field = { action: searchAction(language), label: t('search.label'), keywords, suggests: true }
  if (!search)
    return (
      <PageHeader {...header}>
        <SearchForm {...field} />
        <SearchSections keywords={keywords} />
      </PageHeader>
    )
  const { list, total, corrected, partial, terms } = search
  const pages = Math.ceil(total / pageSize.default)
  const groups = isOverview(query) && search.counts ? groupsOf(search, sections.searchKinds) : []
  const other = otherOf(language)
  const isGrouped = groups.length > 1
  const hrefOf = (page: number) => searchHref(keywords, language, { kind, sort, page })
  return (
    <>
      <PageHeader {...header}>
        <SearchForm {...field} />
        <Sections search={search} query={query} />
        <div className="list-tools" data-page-part="tools">
          <p className="list-count" role="status" data-page-part="count">
            {total > 0 ? t('search.count', { count: total }) : t('search.nothing', { keywords })}
            {corrected && ` · ${t('search.corrected', { keywords, corrected })}`}
            {partial && ` · ${t('search.partial')}`}
          </p>
          {total > 1 && (
            <SortLinks sort={sort} hrefOf={(sort) => searchHref(keywords, language, { kind, sort })} />
          )}
        </div>
      </PageHeader>
      <div data-page-part="results">
        {totalInOther > 0 && other && (
          <p>
            <a href={searchHref(keywords, { ...language, locale: other })} hrefLang={languageTag(other)}>
              {t('search.inOther', { count: totalInOther })}
            </a>
          </p>
        )}
        {total === 0 && <Elsewhere terms={terms} menu={menu} />}
        {isGrouped ? (
          <SearchGroups groups={groups} keywords={keywords} />
        ) : (
          list.length > 0 && <SearchRows rows={list} level={2} />
        )}
        {total > 0 && list.length === 0 && !isGrouped && (
          <p className="empty">
            <PastEnd {...{ page, pages, hrefOf }} />
          </p>
        )}
        {list.length > 0 && !isGrouped && <Pagination page={page} pages={pages} hrefOf={hrefOf} />}
      </div>
    </>
  )
}

/** The first page by relevance, of all sections: in groups. */
export function isOverview({ kind, sort, page }: PageQuery): boolean {
  return !kind && !sort && page === 1
}

function Sections({ search: { counts = {} }, query }: { search: Search; query: PageQuery }) {
  const { t, locale, language, sections } = useSite()
  const { searchKinds } = sections
  const { keywords, kind: current, sort } = query
  const shown = searchKinds.filter((kind) => counts[kind] || kind === current)
  if (shown.length === 0) return null
  const all = searchKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  const links = [undefined, ...shown].map((kind): LinkItem => {
    const title = kind ? kindTitle(kind, sections.of(kind), t, locale) : t('search.all')
    return {
      key: kind ?? '',
      to: searchHref(keywords, language, { kind, sort }),
      title: `${title} (${kind ? (counts[kind] ?? 0) : all})`,
      current: kind === current && 'true',
    }
  })
  return <SectionLinks links={links} />
}

function Elsewhere({ terms, menu }: { terms: string[]; menu: MenuNode[] }) {
  const { t, language, locale, sections, media } = useSite()
  const pages = menuIn(menu, locale).map(({ id, title, path }) => ({
    key: id,
    title: title[locale],
    to: media.urlOf(inLanguage(path, { ...language, sections })),
  }))
  const near = terms.map((term) => ({ title: term, to: searchHref(term, language) }))
  return (
    <div className="found">
      {near.length > 0 && (
        <section>
          <h2>{t('search.near')}</h2>
          <Links className="chips" links={near} />
        </section>
      )}
      <section>
        <h2>{t('search.elsewhere')}</h2>
        <Links className="chips" links={pages} />
      </section>
    </div>
  )
}
