// Articles together: news as lines by date, everything else as cards.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { Frozen } from '../frozen.tsx'
import { useSite } from '../site.tsx'
import { ArticleCard, ArticleLine } from './article-card.tsx'

type Props = { articles: ArticleSummary[]; category: Category; parentId?: number; level?: 2 | 3 }

export function ArticleCollection({ articles, category, ...rest }: Props) {
  const { query } = useSite()
  const [Item, name] = category === 'news' ? [ArticleLine, 'lines'] : [ArticleCard, `cards cards-${category}`]
  const items = articles.map((article) => (
    <li key={article.id}>
      <Item article={article} {...rest} />
    </li>
  ))
  // Marked words are one search's; to keep the HTML of each would be to keep whatever anybody searches for.
  if (query.keywords) return <ul className={name}>{items}</ul>
  return (
    <Frozen as="ul" name={`${category} ${JSON.stringify(rest)}`} of={articles} className={name}>
      {items}
    </Frozen>
  )
}
