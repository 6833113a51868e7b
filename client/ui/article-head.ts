// What an article says of itself.
import type { PageHead } from '../../shared/head.ts'
import type { ArticleData } from './article-view.tsx'

export function articleHead({ data: { article, inOther } }: { data: ArticleData }): PageHead {
  return {
    inOther,
    title: article.title,
    description: article.summary,
    image: article.cover,
    imageAlt: article.cover_alt,
    type: article.category === 'news' ? 'article' : 'website',
  }
}
