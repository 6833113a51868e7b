// Head of article pages: title, metadata and breadcrumb.
import type { Article } from '../../shared/content/content.ts'
import type { PageHead } from '../../shared/head.ts'
import { articleHref, articlePathById } from '../../shared/href.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { trailOf } from '../../shared/trail.ts'
import type { ItemInOther } from '../files-in-other.ts'
import type { IslandSlot } from '../island.tsx'
import type { HeadContext } from '../page.ts'

export type ArticleData = ItemInOther & {
  article: Article
  parent?: Article
  recommends: IslandSlot<'RecommendedArticles'>
}

export function articleHead({ data, t, language, match }: HeadContext<ArticleData>): PageHead {
  const { article, parent, inOther } = data
  const { sections } = match
  const parents = parent ? [{ title: parent.title, to: articleHref(parent, language) }] : []
  return {
    inOther,
    title: article.title,
    path: articlePathById(article, sections),
    description: article.summary || openingOf(article.body),
    image: article.cover,
    imageAlt: article.cover_alt,
    type: sections.kindOf(article.category) === 'news' ? 'article' : 'website',
    trail: trailOf(match, t, language, ...parents, { title: article.title }),
    status: article.status,
    seo: article.seo,
    subject: { kind: 'article', article },
  }
}
