// Article page: by id in its category, as a sub-item of another article, or by sign.
import type { Category } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { sectionRoute } from '../../shared/routes.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { type ArticleData, articleHead } from '../ui/article-head.ts'
import { ArticleView } from '../ui/article-view.tsx'
import { PageBody } from '../ui/page-frame.tsx'

const recommendedCount = 3

export const page = definePage<ArticleData>({
  load(context) {
    const { sign, subId } = context.params
    if (sign) return loadBySign(context, sign)
    return subId ? loadPart(context, Number(subId)) : loadById(context)
  },
  head: articleHead,
  View,
})

async function loadById(context: LoadContext): Promise<ArticleData> {
  const { api, params, category, inOther } = context
  const id = Number(params['id'])
  // Started first: it does not depend on the article.
  const recommends = recommendsFor(context, category, id)
  const article = await api.articleDetail({ id })
  const isPart = article.parent_id !== undefined && article.parent_id > 0
  if (article.category !== category || isPart) throw apiError('missing', 'not an article of this section')
  const isInOther = await inOther((other) => other.articleDetail({ id }), article.languages)
  return { article, recommends, inOther: isInOther }
}

/** A sub-item; 404 below an article that is not its parent. */
async function loadPart(context: LoadContext, id: number): Promise<ArticleData> {
  const { api, params, category, inOther } = context
  const recommends = recommendsFor(context, category, id)
  const [parent, article] = await Promise.all([
    api.articleDetail({ id: Number(params['id']) }),
    api.articleDetail({ id }),
  ])
  if (article.parent_id !== parent.id || parent.category !== category)
    throw apiError('missing', 'not a sub-item')
  const isInOther = await inOther((other) => other.articleDetail({ id }), article.languages)
  return { article, parent, recommends, inOther: isInOther }
}

async function loadBySign(context: LoadContext, sign: string): Promise<ArticleData> {
  const { api, inOther } = context
  const article = await api.articleInfo({ sign })
  const recommends = recommendsFor(context, article.category, article.id)
  const isInOther = await inOther((other) => other.articleInfo({ sign }), article.languages)
  return { article, recommends, inOther: isInOther }
}

function recommendsFor(
  { island, locale, match: { route } }: LoadContext,
  model: Category | undefined = 'news',
  id: number,
) {
  // Only if the links differ, so that other pages share the island.
  const isOther = sectionRoute('article', model, route) !== sectionRoute('article', model)
  return island('RecommendedArticles', {
    ...{ locale, model, id, limit: recommendedCount },
    ...(isOther && { route }),
  })
}

function View({ data, base, request, route }: ViewProps<ArticleData>) {
  return (
    <PageBody request={request}>
      <ArticleView data={data} route={route} config={base.config} />
    </PageBody>
  )
}
