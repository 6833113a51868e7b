// Article page: by id in its category, as a sub-item of another article, or by sign.
import type { Article } from '../../shared/content/content.ts'
import { apiError, found } from '../../shared/errors.ts'
import { filesInOther } from '../files-in-other.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { type ArticleData, articleHead } from '../ui/article-head.ts'
import { ArticleView } from '../ui/article-view.tsx'
import { PageBody } from '../ui/page-frame.tsx'

const recommendedCount = 3

export const page = definePage<ArticleData>({
  load(context) {
    const { sign } = context.match.params
    return sign ? loadBySign(context, sign) : loadById(context)
  },
  head: articleHead,
  View,
})

/** A sub-item is 404 below an article that is not its parent. */
async function loadById(context: LoadContext): Promise<ArticleData> {
  const { api, inOther } = context
  const { params, section } = context.match
  const id = Number(params['subId'] ?? params['id'])
  // Started together: they do not depend on the article.
  const recommends = recommendsFor(context, section?.slug, id)
  const item = api.articleDetail({ id })
  const isInOther = inOther((other) => other.articleDetail({ id }), item)
  const files = articleFiles(context, item, isInOther)
  const [article, parent] = await Promise.all([
    item,
    params['subId'] ? api.articleDetail({ id: Number(params['id']) }) : undefined,
  ])
  if ((parent ?? article).category !== section?.slug || (article.parent_id || undefined) !== parent?.id)
    throw apiError('missing', 'not an article of this section')
  return { article, ...(parent && { parent }), recommends, filesInOther: files, inOther: await isInOther }
}

async function loadBySign(context: LoadContext, sign: string): Promise<ArticleData> {
  const { api, inOther } = context
  const item = api.articleInfo({ sign })
  const isInOther = inOther((other) => other.articleInfo({ sign }), item)
  const files = articleFiles(context, item, isInOther)
  const article = await item
  // By the id and the category, which only the article has.
  const recommends = recommendsFor(context, article.category, article.id)
  return { article, recommends, filesInOther: files, inOther: await isInOther }
}

function articleFiles(context: LoadContext, item: Promise<Article>, isInOther: Promise<boolean | null>) {
  return filesInOther(context, {
    item,
    isInOther,
    lookUp: async (other) => found(other.articleDetail({ id: (await item).id })),
    listsOf: ({ attachments, documents }) => [attachments, documents],
  })
}

function recommendsFor({ island, match }: LoadContext, model = '', id: number) {
  return island('RecommendedArticles', { locale: match.locale, model, id, limit: recommendedCount })
}

function View({ data, base, request, match }: ViewProps<ArticleData>) {
  return (
    <PageBody request={request}>
      <ArticleView data={data} match={match} config={base.config} />
    </PageBody>
  )
}
