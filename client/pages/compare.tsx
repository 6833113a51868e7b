// Comparison of products: their specifications side by side, or the list of products to choose from.
import { compared, pageSize } from '../../shared/constants.ts'
import type { Article, ArticleSummary } from '../../shared/content/content.ts'
import { apiError, found } from '../../shared/errors.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import type { Section } from '../../shared/sections.ts'
import { sectionCrumb } from '../../shared/trail.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { AddProduct, ChooseProducts } from '../ui/compare-form.tsx'
import { CompareTable } from '../ui/compare-table.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'

/** `all` is null where the list failed. */
type Data = { section: Section; products: Article[]; missing: number[]; all: ArticleSummary[] | null }

/** Search engines do not index the page: the number of combinations is unbounded. */
export const page = definePage<Data>({
  async load({ api, query, match: { section }, optional }) {
    if (!section) throw apiError('missing', 'no section')
    const category = section.slug
    const ids = query.ids.slice(0, compared.most)
    const [articles, all] = await Promise.all([
      Promise.all(ids.map((id) => found(api.articleDetail({ id })))),
      optional((api) => api.articleList({ category }, { page: 1, page_size: pageSize.max })),
    ])
    const products = articles.flatMap((article) => (article?.category === category ? [article] : []))
    return {
      section,
      products,
      missing: ids.filter((id) => products.every((product) => product.id !== id)),
      all: all?.list ?? null,
    }
  },
  head: ({ t, locale, language, data: { section } }) => ({
    title: t('compare.title', wordsOf(section, t, locale)),
    description: t('compare.intro', wordsOf(section, t, locale)),
    noindex: true,
    trail: [sectionCrumb(section, language), { title: t('compare.title', wordsOf(section, t, locale)) }],
  }),
  View: CompareView,
})

function CompareView({ data: { section, products, missing, all }, request, trail }: ViewProps<Data>) {
  const { t, locale } = useSite()
  const words = wordsOf(section, t, locale)
  const isOverfull = request.query.ids.length > compared.most
  const others = all?.filter(({ id }) => products.every((product) => product.id !== id)) ?? []
  return (
    <PageBody request={request} className="compare-page">
      <PageHeader trail={trail} title={t('compare.title', words)} lead={t('compare.intro', words)}>
        <div role="status" data-page-part="status">
          {missing.length > 0 && (
            <p className="notice">{t('compare.missing', { ...words, ids: missing.join(', ') })}</p>
          )}
          {isOverfull && <p className="notice">{t('compare.most', { ...words, most: compared.most })}</p>}
          {products.length === 1 && <p>{t('compare.more', words)}</p>}
        </div>
        {products.length > 0 && products.length < compared.most && others.length > 0 && (
          <AddProduct section={section} chosen={products.map(({ id }) => id)} others={others} />
        )}
      </PageHeader>
      {products.length > 0 && <CompareTable section={section} products={products} />}
      {products.length === 0 && (
        <div data-page-part="choice">
          {all ? (
            <ChooseProducts section={section} products={all} />
          ) : (
            <p className="empty">{t('compare.none', words)}</p>
          )}
        </div>
      )}
    </PageBody>
  )
}
