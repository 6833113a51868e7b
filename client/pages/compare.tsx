// Comparison of products: their specifications side by side, or the list of products to choose from.
import { compared, pageSize } from '../../shared/constants.ts'
import type { Article } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import type { Crumb } from '../../shared/head.ts'
import { listHref } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { AddProduct, type Choice, ChooseProducts } from '../ui/compare-choice.tsx'
import type { ComparedProduct } from '../ui/compare-rows.ts'
import { CompareTable } from '../ui/compare-table.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'

/** `all` is null where the list failed. */
type Data = { products: ComparedProduct[]; missing: number[]; all: Choice[] | null }

/** Not in the index of search engines: the number of combinations is unbounded. */
export const page = definePage<Data>({
  async load({ api, query, optional }) {
    const ids = query.ids.slice(0, compared.most)
    const [articles, all] = await Promise.all([
      Promise.all(ids.map((id) => found(api.articleDetail({ id })))),
      optional((api) => api.articleList({ category: 'product' }, { page: 1, page_size: pageSize.max })),
    ])
    const products = articles.flatMap((article) => (article ? comparedOf(article) : []))
    return {
      products,
      missing: ids.filter((id) => products.every((product) => product.id !== id)),
      all: all ? all.list.map(({ id, title, family }) => ({ id, title, family })) : null,
    }
  },
  head: ({ t, language }) => ({
    title: t('compare.title'),
    description: t('compare.intro'),
    noindex: true,
    trail: trailOf(t, language),
  }),
  View: CompareView,
})

/** None for an article of another category. */
function comparedOf(article: Article): ComparedProduct[] {
  if (article.category !== 'product') return []
  const { id, parent_id, title, cover, cover_sizes, family, facets, specs } = article
  return [{ id, parent_id, title, cover, cover_sizes, family, facets, specs }]
}

function trailOf(t: Translate, language: PageLanguage): Crumb[] {
  return [{ title: t('category.product'), to: listHref('product', language) }, { title: t('compare.title') }]
}

function CompareView({ data: { products, missing, all }, request }: ViewProps<Data>) {
  const { t, language } = useSite()
  const isOverfull = request.query.ids.length > compared.most
  const others = all?.filter(({ id }) => products.every((product) => product.id !== id)) ?? []
  return (
    <PageBody request={request} className="compare-page">
      <PageHeader trail={trailOf(t, language)} title={t('compare.title')} lead={t('compare.intro')}>
        <div role="status">
          {missing.length > 0 && (
            <p className="notice">{t('compare.missing', { ids: missing.join(', ') })}</p>
          )}
          {isOverfull && <p className="notice">{t('compare.most', { most: compared.most })}</p>}
          {products.length === 1 && <p>{t('compare.more')}</p>}
        </div>
        {products.length > 0 && products.length < compared.most && others.length > 0 && (
          <AddProduct chosen={products.map(({ id }) => id)} others={others} />
        )}
      </PageHeader>
      {products.length > 0 && <CompareTable products={products} />}
      {products.length === 0 && all && <ChooseProducts products={all} />}
      {products.length === 0 && !all && <p className="empty">{t('compare.none')}</p>}
    </PageBody>
  )
}
