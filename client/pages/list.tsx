// List page of a section: search, items, pagination. All sections use it.
import type { Api } from '../../shared/api/api.ts'
import type { ArticleList, ArticleSummary, Labels } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { choiceOf } from '../../shared/filter.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { type PageQuery, pageSizeOf, searchFor } from '../../shared/query.ts'
import { namedText, wordsOf } from '../../shared/section-texts.ts'
import type { Section } from '../../shared/sections.ts'
import { type Filters, filtersInOther } from '../filters-in-other.ts'
import { definePage, type LoadContext, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection, NewsByYear } from '../ui/article-collection.tsx'
import { type FilterRow, Filters as FilterRows, fewest } from '../ui/filters.tsx'
import { Finder } from '../ui/finder.tsx'
import { everything, type HrefOf, ListTools } from '../ui/list-tools.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { Pagination, PastEnd } from '../ui/pagination.tsx'
import { ProductList } from '../ui/product-list.tsx'
import { SearchForm } from '../ui/search-form.tsx'
import { SearchSections, type Totals } from '../ui/search-sections.tsx'

type Data = {
  section: Section
  articles: ArticleList
  labels: Labels
  /** Results in the other sections; only for a search. */
  totals?: Totals
  /** False if the other language has no such list. */
  listInOther: boolean
  /** The query of this list in the other language. */
  searchInOther: string
}

export const page = definePage<Data>({
  async load(context) {
    const { api, query, optional } = context
    const { section, sections } = context.match
    if (!section) throw apiError('missing', 'no section')
    const category = section.slug
    const others = sections.slugs.filter((other) => query.keywords && other !== category)
    const reading = api.articleList({ category }, { ...listQueryOf(context), counts: 1 })
    const [articles, labels, inOther, ...totals] = await Promise.all([
      reading,
      optional((api) => api.labels({}, { keys: [`${category}_intro`] })),
      listInOther(context, category, reading),
      ...others.map((other) => optional((api) => totalOf(api, other, query.keywords))),
    ])
    const counts = { [category]: articles.total, ...Object.fromEntries(totals.filter((one) => one !== null)) }
    return { section, articles, labels: labels ?? {}, ...inOther, ...(query.keywords && { totals: counts }) }
  },
  head: ({ t, locale, query, data: { section, labels, articles, listInOther } }) => ({
    title: section.title[locale],
    part: partOf(query, t),
    description: introOf(section, labels, locale),
    noindex: isOutsideIndex(query, articles),
    // A topic of the other language is an empty list here.
    inOther: listInOther && (query.tag === '' || articles.list.length > 0),
    trail: [{ title: section.title[locale] }],
  }),
  View: ListView,
})

function listQueryOf({ query, match }: LoadContext) {
  const { keywords, sort, tag, filter, page, pageSize } = query
  return {
    keywords: keywords || undefined,
    sort: sort || undefined,
    tag: tag || undefined,
    filter,
    page,
    page_size: pageSize ?? pageSizeOf(match),
  }
}

/** A list with filters has alternates only where they have the same names in both languages. */
async function listInOther(
  context: LoadContext,
  category: string,
  reading: Promise<ArticleList>,
): Promise<Pick<Data, 'listInOther' | 'searchInOther'>> {
  const { api, query, match, inOther } = context
  const { keywords, sort, tag, filter, pageSize } = query
  const whenRead = () => reading.then(() => ({}))
  let filters: Filters = { tag: '', filter: [] }
  if (tag || filter.length > 0)
    await inOther(async (other) => {
      filters = await filtersInOther({ own: api, other }, (await reading).list, query)
    }, whenRead())
  const listQuery = { ...listQueryOf(context), ...filters, tag: filters.tag || undefined }
  const isChosen = Boolean(tag || filter.length > 0 || keywords)
  const hasFilters = Boolean(filters.tag) === Boolean(tag) && filters.filter.length === filter.length
  const hasPage =
    (query.page === 1 && isChosen) ||
    (hasFilters && keywords !== '') ||
    (hasFilters &&
      (await inOther(
        (other) => other.articleList({ category }, listQuery).then(assertNotEmpty),
        query.page === 1 ? reading : whenRead(),
      )))
  const page = hasPage === false ? 1 : query.page
  return {
    listInOther: hasPage === true && filters.tag === tag && filter.length === 0,
    searchInOther: searchFor(match, { page, page_size: pageSize, keywords, sort, ...filters }),
  }
}

function partOf({ tag, page }: PageQuery, t: Translate): string | undefined {
  return [tag, page > 1 && t('pagination.page', { page })].filter(Boolean).join(' – ') || undefined
}

/** The number of searches and of combinations of filters is unbounded. */
function isOutsideIndex({ keywords, tag, filter }: PageQuery, articles: ArticleList): boolean {
  const isOtherTag = tag !== '' && !articles.tags
  return keywords !== '' || filter.length > 0 || isOtherTag || articles.list.length === 0
}

/** An empty page of a list counts as missing in the other language. */
function assertNotEmpty({ list }: ArticleList): undefined {
  if (list.length === 0) throw apiError('missing', 'past the end of a list')
}

/** A label goes before the text of the list of sections. */
function introOf({ slug, intro }: Section, labels: Labels, locale: Locale): string | undefined {
  return labels[`${slug}_intro`] ?? intro?.[locale]
}

async function totalOf(api: Api, category: string, keywords: string): Promise<[string, number]> {
  const { total } = await api.articleList({ category }, { keywords, page: 1, page_size: 1 })
  return [category, total]
}

function ListView({ data: { section, articles, labels, totals }, request, match }: ViewProps<Data>) {
  const { t, locale, language } = useSite()
  const query = { ...request.query, ...appliedFilters(articles, request.query) }
  const { slug } = section
  const title = section.title[locale]
  const searchLabel = t('search.within', wordsOf(section, t, locale))
  const hrefOf = (changes: Partial<PageQuery>) => {
    const { page, pageSize, ...shown } = { ...query, page: 1, ...changes }
    const { keywords, sort, tag, filter } = shown
    return (
      href('section-list', { section: slug }, language) +
      searchFor(match, { page, page_size: pageSize, keywords, sort, tag, filter })
    )
  }
  const pages = Math.ceil(articles.total / (query.pageSize ?? pageSizeOf(match)))
  return (
    <PageBody request={request} className="list-page">
      <PageHeader trail={[{ title }]} title={title} lead={introOf(section, labels, locale)}>
        {totals && <SearchSections totals={totals} keywords={query.keywords} current={slug} />}
        {articles.facets?.length ? (
          <Finder
            id="finder"
            title={
              section.kind === 'product' ? namedText('finder.product', section, t, locale) : t('filter.label')
            }
            action={hrefOf(everything)}
            topics={topicsBeside(articles, query.tag)}
            facets={articles.facets}
            chosen={query}
            others={{ keywords: query.keywords, sort: query.sort }}
          />
        ) : (
          <FilterRows
            rows={[{ title: t('filter.topics'), options: topicOptions(articles, query.tag, hrefOf) }]}
          />
        )}
        <ListTools id={listId} total={articles.total} query={query} hrefOf={hrefOf}>
          <SearchForm
            action={hrefOf(everything)}
            label={searchLabel}
            placeholder={searchLabel}
            keywords={query.keywords}
          />
        </ListTools>
      </PageHeader>
      <div data-page-part="results">
        {articles.list.length > 0 ? (
          <Items articles={articles.list} section={section} keywords={query.keywords} />
        ) : (
          <Empty query={query} pages={pages} hrefOf={hrefOf} />
        )}
        <Pagination page={query.page} pages={pages} hrefOf={(page) => `${hrefOf({ page })}#${listId}`} />
      </div>
    </PageBody>
  )
}

const listId = 'list'

function Items({ section, ...list }: { articles: ArticleSummary[]; section: Section; keywords: string }) {
  if (section.kind === 'product') return <ProductList section={section} {...list} />
  if (section.kind === 'news' && !list.keywords) return <NewsByYear articles={list.articles} />
  return <ArticleCollection category={section.slug} {...list} />
}

function Empty({ query, pages, hrefOf }: { query: PageQuery; pages: number; hrefOf: HrefOf }) {
  const { t } = useSite()
  const { page, keywords, tag, filter } = query
  const chosen = [tag, ...filter.map(choiceOf)].filter(Boolean).join(' · ')
  return (
    <p className="empty">
      {pages > 0 ? (
        <PastEnd {...{ page, pages }} hrefOf={(page) => hrefOf({ page })} />
      ) : chosen ? (
        <>
          {t('filter.empty', { chosen })} <a href={hrefOf(everything)}>{t('filter.clear')}</a>
        </>
      ) : (
        t(keywords ? 'list.emptySearch' : 'list.empty', { keywords })
      )}
    </p>
  )
}

/** The most frequent ones. */
const mostTopics = 10

/** The filters that the upstream supports: it sends the counts of these only. */
function appliedFilters({ tags, facets }: ArticleList, { tag, filter }: Filters): Filters {
  return { tag: tags ? tag : '', filter: facets ? filter : [] }
}

/** A topic that is the value of a facet is a filter there. */
function topicsBeside({ tags = [], facets = [] }: ArticleList, tag: string) {
  const values = new Set(facets.flatMap(({ values }) => values.map(({ name }) => name)))
  return tags.filter(({ name }) => !values.has(name) || name === tag)
}

/** The topics of a list: facets have the finder. */
function topicOptions({ tags = [], total }: ArticleList, tag: string, hrefOf: HrefOf): FilterRow['options'] {
  const isLong = tag !== '' || total >= fewest.items
  const shown = tags.filter(
    ({ name, count }, place) => name === tag || (isLong && place < mostTopics && count >= fewest.ofOption),
  )
  return shown.map(({ name, count }) => {
    const isChosen = name === tag
    return { name, count, isChosen, to: hrefOf({ tag: isChosen ? '' : name }) }
  })
}
