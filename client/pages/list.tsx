// A list of one category: search, items, pages. The four categories share it.
import { pageSize } from '../../shared/constants.ts'
import type { ArticleList, Category, Labels } from '../../shared/content/content.ts'
import { href, queryString } from '../../shared/href.ts'
import type { PageQuery } from '../../shared/query.ts'
import { definePage } from '../page.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from '../ui/article-collection.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SearchElsewhere } from '../ui/search-elsewhere.tsx'
import { SearchForm } from '../ui/search-form.tsx'
import { Topics } from '../ui/topics.tsx'

type Data = { category: Category; articles: ArticleList; labels: Labels }

export const page = definePage<Data>({
  async load({ api, category = 'news', query }) {
    const [articles, labels] = await Promise.all([
      api.articleList(
        { category },
        {
          keywords: query.keywords || undefined,
          page: query.page,
          page_size: query.pageSize ?? pageSize.default,
        },
      ),
      api.labels({}, { keys: [`${category}_intro`] }).catch(() => ({})),
    ])
    return { category, articles, labels }
  },
  head: ({ t, query, data: { category, labels, articles } }) => ({
    title:
      query.page > 1
        ? `${t(`category.${category}`)} – ${t('pagination.page', { page: query.page })}`
        : t(`category.${category}`),
    cardTitle: t(`category.${category}`),
    description: labels[`${category}_intro`],
    noindex: query.keywords !== '' || articles.list.length === 0,
  }),
  View: ListView,
})

function ListView({ data: { category, articles, labels } }: { data: Data }) {
  const { t, locale, query } = useSite()
  const title = t(`category.${category}`)
  const hrefOf = (wanted: Partial<PageQuery>) =>
    listHref(href(`${category}-list`, {}, locale), { ...query, ...wanted })
  const pages = Math.ceil(articles.total / (query.pageSize ?? pageSize.default))
  return (
    <PageBody className="list-page">
      <PageHeader trail={[{ title }]} title={title} lead={labels[`${category}_intro`]}>
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
                · <Link to={hrefOf({ keywords: '', page: 1 })}>{t('search.clear')}</Link>
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
        <ArticleCollection articles={articles.list} category={category} />
      ) : (
        <Empty first={hrefOf({ page: 1 })} total={articles.total} />
      )}
      <Pagination page={query.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
      {query.keywords && <SearchElsewhere category={category} keywords={query.keywords} />}
    </PageBody>
  )
}

function Empty({ first, total }: { first: string; total: number }) {
  const { t, query } = useSite()
  if (total > 0) {
    return (
      <p className="empty">
        {t('list.pastEnd', { page: query.page })} <Link to={first}>{t('list.first')}</Link>
      </p>
    )
  }
  return (
    <p className="empty">
      {query.keywords ? t('list.emptySearch', { keywords: query.keywords }) : t('list.empty')}
    </p>
  )
}

function listHref(path: string, { page, pageSize, keywords }: PageQuery): string {
  return path + queryString({ keywords, page: page > 1 ? page : undefined, page_size: pageSize })
}
