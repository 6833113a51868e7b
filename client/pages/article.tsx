// Article page: by id in its category, as a sub-item of another article, or by sign.
import type { Api } from '../../shared/api/api.ts'
import { apiError } from '../../shared/errors.ts'
import { itemInOther } from '../files-in-other.ts'
import { definePage, type LoadContext } from '../page.ts'
import { type ArticleData, articleHead } from '../ui/article-head.ts'
import { ArticleView } from '../ui/article-view.tsx'

const recommendedCount = 3

/** A sub-item is 404 below an article that is not its parent. */
export const page = definePage<ArticleData>({
  async load(context) {
    const { api, match } = context
    const { params, section } = match
    const { sign } = params
    const id = Number(params['subId'] ?? params['id'])
    const lookUp = (api: Api) => (sign ? api.articleInfo({ sign }) : api.articleDetail({ id }))
    // Started together, except by sign: only the article has its id and category.
    const early = sign ? undefined : recommendsFor(context, section?.slug, id)
    const item = lookUp(api)
    const inOther = itemInOther(context, item, lookUp, (article) => [article.attachments, article.documents])
    const [article, parent] = await Promise.all([
      item,
      params['subId'] ? api.articleDetail({ id: Number(params['id']) }) : undefined,
    ])
    const isPlaced = (parent ?? article).category === section?.slug
    if (!sign && (!isPlaced || (article.parent_id || undefined) !== parent?.id))
      throw apiError('missing', 'not an article of this section')
    const recommends = early ?? recommendsFor(context, article.category, article.id)
    return { article, ...(parent && { parent }), recommends, ...(await inOther) }
  },
  head: articleHead,
  View: ArticleView,
})

function recommendsFor({ island, match }: LoadContext, model = '', id: number) {
  return island('RecommendedArticles', { locale: match.locale, model, id, limit: recommendedCount })
}
