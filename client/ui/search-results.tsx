// Search results of the site: sections with their numbers, groups or the list of a section, and what to do where there are none.
import type { Api } from '../../shared/api/api.ts'
import { pageSize } from '../../shared/constants.ts'
import type { Search } from '../../shared/content/content.ts'
import { type MenuNode, menuIn } from '../../shared/content/site.ts'
import { found } from '../../shared/errors.ts'
import { searchAction, searchHref } from '../../shared/href.ts'
import { otherOf } from '../../shared/languages.ts'
import { languageTag } from '../../shared/locale.ts'
import type { PageQuery } from '../../shared/query.ts'
import { kindTitle } from '../../shared/section-texts.ts'
import type { LoadContext, ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { type LinkItem, Links } from './links.tsx'
import { SortLinks } from './list-tools.tsx'
import { PageBody, PageHeader } from './page-frame.tsx'
import { Pagination, PastEnd } from './pagination.tsx'
import { SearchForm } from './search-form.tsx'
import { groupsOf, SearchGroups, SearchRows } from './search-rows.tsx'
import { SearchSections, SectionLinks } from './search-sections.tsx'
import { inLanguage } from './site-link.tsx'

/** Rows of each kind before one is chosen. */
const rowsOfKind = 3

/** `search`: missing without the search call. `totalInOther`: results in the other language, where this one has none. */
export type SearchData = { search?: Search; totalInOther: number }

export async function searchSite({ api, query, inOther }: LoadContext): Promise<SearchData> {
  const { keywords, kind, sort, page } = query
  const order = sort || undefined
  const perKind = isOverview(query) ? rowsOfKind : undefined
  const wanted = { q: keywords, kind, sort: order, per_kind: perKind, page, size: pageSize.default }
  const search = await found(api.search({}, wanted))
  if (!search) return { totalInOther: 0 }
  let totalInOther = 0
  const lookUp = async (other: Api) => {
    const { total, corrected, partial } = await other.search({}, { q: keywords, size: 1 })
    if (!corrected && !partial) totalInOther = total
    return undefined
  }
  if (search.total === 0) await inOther(lookUp)
  return { search, totalInOther }
}

export function SearchResults({ data: { search, totalInOther }, base, request }: ViewProps<SearchData>) {
  const { t, language, sections } = useSite()
  const { query } = request
  const { keywords, kind, sort, page } = query
  const header = { trail: [{ title: t('search.label') }], title: t('search.title', { keywords }) }
  const field = { action: searchAction(language), label: t('search.label'), keywords, suggests: true }
  if (!search)
    return (
      <PageBody request={request} className="search-page">
        <PageHeader {...header}>
          <SearchForm {...field} />
          <SearchSections keywords={keywords} />
        </PageHeader>
      </PageBody>
    )
  const { list, total, corrected, partial, terms } = search
  const pages = Math.ceil(total / pageSize.default)
  const groups = isOverview(query) && search.counts ? groupsOf(search, sections.searchKinds) : []
  const other = otherOf(language)
  const isGrouped = groups.length > 1
  const hrefOf = (page: number) => searchHref(keywords, language, { kind, sort, page })
  return (
    <PageBody request={request} className="search-page">
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
            <SortLinks query={query} hrefOf={({ sort }) => searchHref(keywords, language, { kind, sort })} />
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
        {total === 0 && <Elsewhere terms={terms} menu={base.menu} />}
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
    </PageBody>
  )
}

/** The first page by relevance, of all sections: in groups. */
function isOverview({ kind, sort, page }: PageQuery): boolean {
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
