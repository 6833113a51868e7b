// A sub-item of an article: found only below the parent it belongs to.
import { apiError } from '../../shared/errors.ts'
import { definePage } from '../page.ts'
import { articleHead } from '../ui/article-head.ts'
import { type ArticleData, ArticleView } from '../ui/article-view.tsx'
import { PageBody } from '../ui/page-body.tsx'

export const page = definePage<ArticleData>({
  async load({ api, params, category, inOther, island, locale }) {
    const id = Number(params['subId'])
    const recommends = island('RecommendedArticles', { locale, model: category ?? 'news', id, limit: 3 })
    const [parent, article, isInOther] = await Promise.all([
      api.articleDetail({ id: Number(params['id']) }),
      api.articleDetail({ id }),
      inOther((other) => other.articleDetail({ id })),
    ])
    if (article.parent_id !== parent.id || parent.category !== category)
      throw apiError('missing', 'not a sub-item')
    return { article, parent, recommends, inOther: isInOther }
  },
  head: articleHead,
  View: ({ data, request }) => (
    <PageBody request={request}>
      <ArticleView data={data} />
    </PageBody>
  ),
})
