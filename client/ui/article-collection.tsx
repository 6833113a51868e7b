// Articles together: news as lines by date, everything else as cards.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { Frozen } from '../frozen.tsx'
import { useSite } from '../site.tsx'
import { ArticleCard, ArticleLine } from './article-card.tsx'

type Props = { articles: ArticleSummary[]; category: Category; parentId?: number; level?: 2 | 3 }

export function ArticleCollection(props: Props) {
  const { articles, category, parentId, level } = props
  const { query } = useSite()
  const className = category === 'news' ? 'lines' : `cards cards-${category}`
  // Marked words are one search's; to keep the HTML of each would be to keep whatever anybody searches for.
  if (query.keywords)
    return (
      <ul className={className}>
        <Items {...props} />
      </ul>
    )
  return (
    <Frozen as="ul" name={`${category} ${parentId} ${level}`} of={articles} className={className}>
      <Items {...props} />
    </Frozen>
  )
}

function Items({ articles, category, ...rest }: Props) {
  const Item = category === 'news' ? ArticleLine : ArticleCard
  return articles.map((article) => (
    <li key={article.id}>
      <Item article={article} {...rest} />
    </li>
  ))
}
