// The detail page of an article in its category.
import { apiError } from '../../shared/errors.ts'
import { definePage } from '../page.ts'
import { articleHead } from '../ui/article-head.ts'
import { type ArticleData, ArticleView } from '../ui/article-view.tsx'
import { PageBody } from '../ui/page-body.tsx'

export const page = definePage<ArticleData>({
  async load({ api, params, category, inOther, island, locale }) {
    const id = Number(params['id'])
    // It starts at once: it does not need the answer of the others.
    const recommends = island('RecommendedArticles', { locale, model: category ?? 'news', id, limit: 3 })
    const [article, isInOther] = await Promise.all([
      api.articleDetail({ id }),
      inOther((other) => other.articleDetail({ id })),
    ])
    const isSubItem = article.parent_id !== undefined && article.parent_id > 0
    if (article.category !== category || isSubItem)
      throw apiError('missing', 'not an article of this section')
    return { article, recommends, inOther: isInOther }
  },
  head: articleHead,
  View: ({ data, request }) => (
    <PageBody request={request}>
      <ArticleView data={data} />
    </PageBody>
  ),
})
