// List page of a category: search, items, pagination. All four categories use it.
import type { Api } from '../../shared/api/api.ts'
import { categories, pageSize } from '../../shared/constants.ts'
import type { ArticleList, Category, Labels } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { buildPath, localizePath } from '../../shared/href.ts'
import { type PageQuery, searchFor } from '../../shared/query.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from '../ui/article-collection.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SearchForm } from '../ui/search-form.tsx'
import { SearchSections, type Totals } from '../ui/search-sections.tsx'
import { Topics } from '../ui/topics.tsx'

type Data = {
  category: Category
  articles: ArticleList
  labels: Labels
  /** Results in the other sections; only for a search. */
  totals?: Totals
  /** False if this page of the list does not exist in the other language. */
  pageInOther: boolean
}

export const page = definePage<Data>({
  async load({ api, category = 'news', query, inOther, optional }) {
    const listQuery = {
      keywords: query.keywords || undefined,
      page: query.page,
      page_size: query.pageSize ?? pageSize.default,
    }
    const others = categories.filter((other) => query.keywords && other !== category)
    const [articles, labels, pageInOther, ...totals] = await Promise.all([
      api.articleList({ category }, listQuery),
      optional((api) => api.labels({}, { keys: [`${category}_intro`] })),
      query.page === 1 ||
        query.keywords !== '' ||
        inOther((other) => other.articleList({ category }, listQuery).then(assertNotEmpty)),
      ...others.map((other) => optional((api) => totalOf(api, other, query.keywords))),
    ])
    const found = { [category]: articles.total, ...Object.fromEntries(totals.filter((one) => one !== null)) }
    return { category, articles, labels: labels ?? {}, pageInOther, ...(query.keywords && { totals: found }) }
  },
  head: ({ t, query, data: { category, labels, articles, pageInOther } }) => ({
    title: t(`category.${category}`),
    part: query.page > 1 ? t('pagination.page', { page: query.page }) : undefined,
    description: labels[`${category}_intro`],
    noindex: query.keywords !== '' || articles.list.length === 0,
    inOther: pageInOther,
    trail: [{ title: t(`category.${category}`) }],
  }),
  View: ListView,
})

/** An empty page of a list counts as missing in the other language. */
function assertNotEmpty({ list }: ArticleList): void {
  if (list.length === 0) throw apiError('missing', 'past the end of a list')
}

async function totalOf(api: Api, category: Category, keywords: string): Promise<[Category, number]> {
  const { total } = await api.articleList({ category }, { keywords, page: 1, page_size: 1 })
  return [category, total]
}

function ListView({ data: { category, articles, labels, totals }, request, route }: ViewProps<Data>) {
  const { t, locale } = useSite()
  const { query } = request
  const title = t(`category.${category}`)
  const hrefOf = (changes: Partial<PageQuery>) => {
    const { page, pageSize, keywords } = { ...query, ...changes }
    return (
      localizePath(buildPath(route, {}), locale) + searchFor(route, { page, page_size: pageSize, keywords })
    )
  }
  const pages = Math.ceil(articles.total / (query.pageSize ?? pageSize.default))
  return (
    <PageBody request={request} className="list-page">
      <PageHeader trail={[{ title }]} title={title} lead={labels[`${category}_intro`]}>
        {totals && <SearchSections {...{ totals, route }} keywords={query.keywords} current={category} />}
        <Topics
          articles={articles}
          current={query.keywords}
          hrefOf={(keywords) => hrefOf({ keywords, page: 1 })}
        />
        <div className="list-tools">
          <p className="list-count" role="status">
            {query.keywords && `${t('search.title', { keywords: query.keywords })} · `}
            {t('list.count', { count: articles.total })}
            {query.keywords && (
              <>
                {' '}
                · <a href={hrefOf({ keywords: '', page: 1 })}>{t('search.clear')}</a>
              </>
            )}
          </p>
          <SearchForm
            action={hrefOf({ keywords: '', page: 1 })}
            label={`${t('search.label')} – ${title}`}
            keywords={query.keywords}
          />
        </div>
      </PageHeader>
      {articles.list.length > 0 ? (
        <ArticleCollection articles={articles.list} {...{ category, route }} keywords={query.keywords} />
      ) : (
        <Empty first={hrefOf({ page: 1 })} total={articles.total} query={query} />
      )}
      <Pagination page={query.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
    </PageBody>
  )
}

function Empty({ first, total, query }: { first: string; total: number; query: PageQuery }) {
  const { t } = useSite()
  if (total > 0) {
    return (
      <p className="empty">
        {t('list.pastEnd', { page: query.page })} <a href={first}>{t('list.first')}</a>
      </p>
    )
  }
  return (
    <p className="empty">
      {query.keywords ? t('list.emptySearch', { keywords: query.keywords }) : t('list.empty')}
    </p>
  )
}
