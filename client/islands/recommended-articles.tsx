// What else a reader of an article may want to read.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { ArticleCollection } from '../ui/article-collection.tsx'

type Props = { articles: ArticleSummary[]; category: Category }

export function RecommendedArticles({ articles, category }: Props) {
  return <ArticleCollection articles={articles} category={category} level={3} />
}
