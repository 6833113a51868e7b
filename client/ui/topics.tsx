// Filters of a list: the tags that several of its articles have, as links that search for them.
import type { ArticleList } from '../../shared/content/content.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

type Props = { articles: ArticleList; current: string; hrefOf: (keywords: string) => string }

const most = 6

export function Topics({ articles: { list }, current, hrefOf }: Props) {
  const { t } = useSite()
  const tags = list.flatMap((article) => article.tags)
  const counts = new Map(tags.map((tag) => [tag, tags.filter((other) => other === tag).length]))
  const topics = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a)
  if (topics.length < 2) return null
  return (
    <nav aria-label={t('list.topics')}>
      <ul className="chips">
        {topics.slice(0, most).map(([tag]) => (
          <li key={tag}>
            <Link to={hrefOf(tag === current ? '' : tag)} aria-current={tag === current ? 'true' : undefined}>
              {tag}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
