// What an article says of itself.
import type { PageHead } from '../../shared/head.ts'
import type { ArticleData } from './article-view.tsx'

export function articleHead({ data: { article } }: { data: ArticleData }): PageHead {
  return {
    title: article.title,
    description: article.summary,
    image: article.cover,
    type: article.category === 'news' ? 'article' : 'website',
  }
}
