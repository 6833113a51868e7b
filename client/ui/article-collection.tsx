// Articles together: news as lines by date, everything else as cards.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { Frozen } from '../frozen.tsx'
import { ArticleCard, ArticleLine } from './article-card.tsx'

type Props = { articles: ArticleSummary[]; category: Category; parentId?: number; level?: 2 | 3 }

export function ArticleCollection({ articles, category, ...rest }: Props) {
  const [Item, name] = category === 'news' ? [ArticleLine, 'lines'] : [ArticleCard, `cards cards-${category}`]
  return (
    <Frozen as="ul" name={`${category} ${JSON.stringify(rest)}`} of={articles} className={name}>
      {articles.map((article) => (
        <li key={article.id}>
          <Item article={article} {...rest} />
        </li>
      ))}
    </Frozen>
  )
}
