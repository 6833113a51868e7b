// List of articles: news as lines with a date, others as cards.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { yearOf } from '../../shared/format.ts'
import type { SectionKind } from '../../shared/sections.ts'
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

export function ArticleCollection({ articles, category, parentId, level = 2, keywords = '' }: Props) {
  const kind = useSite().sections.kindOf(category) ?? 'article'
  const className = kind === 'news' ? 'lines' : `cards cards-${kind}`
  return (
    <ul className={className}>
      <Items {...{ articles, kind, parentId, level, keywords }} />
    </ul>
  )
}

/** News of a list below the years of their dates; in one list where they are not in the order of their dates. */
export function NewsByYear({ articles }: Pick<Props, 'articles'>) {
  const { offsetAt } = useSite()
  const years = Map.groupBy(articles, ({ published_at: iso }) => (iso ? yearOf(iso, offsetAt) : undefined))
  const isInOrder = [...years.values()].flat().every((article, place) => article === articles[place])
  const groups = isInOrder ? [...years] : [[undefined, articles] as const]
  return groups.map(([year, ofYear]) => (
    <section key={year ?? ''} className="year">
      {year && <h2>{year}</h2>}
      <ul className="lines">
        <Items articles={ofYear} kind="news" level={year ? 3 : 2} parentId={undefined} keywords="" />
      </ul>
    </section>
  ))
}

function Items({ articles, kind, ...rest }: Required<Omit<Props, 'category'>> & { kind: SectionKind }) {
  const Item = kind === 'news' ? ArticleLine : ArticleCard
  return articles.map((article, index) => (
    <li key={article.id}>
      <Item article={article} index={index} {...rest} />
    </li>
  ))
}
