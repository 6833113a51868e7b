// An article found by its sign.
import { definePage } from '../page.ts'
import { articleHead } from '../ui/article-head.ts'
import { type ArticleData, ArticleView } from '../ui/article-view.tsx'
import { PageBody } from '../ui/page-body.tsx'

export const page = definePage<ArticleData>({
  async load({ api, params, inOther, island, locale }) {
    const sign = params['sign'] ?? ''
    const [article, isInOther] = await Promise.all([
      api.articleInfo({ sign }),
      inOther((other) => other.articleInfo({ sign })),
    ])
    const recommends = island('RecommendedArticles', {
      locale,
      model: article.category,
      id: article.id,
      limit: 3,
    })
    return { article, recommends, inOther: isInOther }
  },
  head: articleHead,
  View: ({ data, request }) => (
    <PageBody request={request}>
      <ArticleView data={data} />
    </PageBody>
  ),
})
