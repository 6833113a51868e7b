// List of articles: news as lines with a date, others as cards.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import type { SectionKind } from '../../shared/sections.ts'
import { cachedFragment } from '../cached-fragment.tsx'
import { useSite } from '../site.tsx'
import { ArticleCard, ArticleLine } from './article-card.tsx'

type Props = {
  articles: ArticleSummary[]
  category: Category
  parentId?: number | undefined
  level?: 2 | 3
  /** Search words to be highlighted. */
  keywords?: string
}

/** Search results are not cached as fragments: their number is unbounded. */
export function ArticleCollection({ articles, category, parentId, level = 2, keywords = '' }: Props) {
  const kind = useSite().sections.kindOf(category) ?? 'article'
  const className = kind === 'news' ? 'lines' : `cards cards-${kind}`
  const content = { articles, kind, parentId, level, keywords }
  if (!keywords) return <ItemsFragment as="ul" content={content} className={className} />
  return (
    <ul className={className}>
      <Items {...content} />
    </ul>
  )
}

const ItemsFragment = cachedFragment('articles', Items)

type ItemsProps = Required<Omit<Props, 'category'>> & { kind: SectionKind }

function Items({ articles, kind, ...rest }: ItemsProps) {
  const Item = kind === 'news' ? ArticleLine : ArticleCard
  return articles.map((article, index) => (
    <li key={article.id}>
      <Item article={article} index={index} {...rest} />
    </li>
  ))
}
