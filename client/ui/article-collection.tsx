// List of articles: news as lines with a date, other categories as cards.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import type { RouteId } from '../../shared/routes.ts'
import { cachedFragment } from '../cached-fragment.tsx'
import { ArticleCard, ArticleLine } from './article-card.tsx'

type Props = {
  articles: ArticleSummary[]
  category: Category
  parentId?: number | undefined
  /** The route of the page: links stay in its section. */
  route?: RouteId | undefined
  level?: 2 | 3
  /** Search words to be highlighted. */
  keywords?: string
}

/** Search results are not cached as fragments: their number is unbounded. */
export function ArticleCollection({ articles, category, parentId, route, level = 2, keywords = '' }: Props) {
  const className = category === 'news' ? 'lines' : `cards cards-${category}`
  const content = { articles, category, parentId, route, level, keywords }
  if (!keywords) return <ItemsFragment as="ul" content={content} className={className} />
  return (
    <ul className={className}>
      <Items {...content} />
    </ul>
  )
}

const ItemsFragment = cachedFragment('articles', Items)

function Items({ articles, category, ...rest }: Required<Props>) {
  const Item = category === 'news' ? ArticleLine : ArticleCard
  return articles.map((article, index) => (
    <li key={article.id}>
      <Item article={article} index={index} {...rest} />
    </li>
  ))
}
