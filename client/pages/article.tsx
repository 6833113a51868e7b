// The pages of one article: in its category, below the parent that it is part of, and by its sign.
// One chunk of code: their views are the same, and no other page has them.
import { apiError } from '../../shared/errors.ts'
import { articlePathById } from '../../shared/href.ts'
import { definePage, type LoadContext, type ViewProps } from '../page.ts'
import { type ArticleData, articleHead } from '../ui/article-head.ts'
import { ArticleView } from '../ui/article-view.tsx'
import { PageBody } from '../ui/page-body.tsx'

const recommendedCount = 3

export const page = definePage<ArticleData>({
  async load(context) {
    const { api, params, category, inOther } = context
    const id = Number(params['id'])
    // It starts at once: it does not need the response of the others.
    const recommends = recommendsFor(context, id)
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
  View,
})

/** Found only below the parent that it belongs to. */
export const subArticlePage = definePage<ArticleData>({
  async load(context) {
    const { api, params, category, inOther } = context
    const id = Number(params['subId'])
    const recommends = recommendsFor(context, id)
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
  View,
})

export const signPage = definePage<ArticleData>({
  async load(context) {
    const { api, params, inOther } = context
    const sign = params['sign'] ?? ''
    const [article, isInOther] = await Promise.all([
      api.articleInfo({ sign }),
      inOther((other) => other.articleInfo({ sign })),
    ])
    const { category, id } = article
    return { article, recommends: recommendsFor({ ...context, category }, id), inOther: isInOther }
  },
  head: (context) => ({ ...articleHead(context), path: articlePathById(context.data.article) }),
  View,
})

function recommendsFor({ island, locale, category = 'news' }: LoadContext, id: number) {
  return island('RecommendedArticles', { locale, model: category, id, limit: recommendedCount })
}

function View({ data, request }: ViewProps<ArticleData>) {
  return (
    <PageBody request={request}>
      <ArticleView data={data} />
    </PageBody>
  )
}
