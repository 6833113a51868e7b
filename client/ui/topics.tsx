// Tag filter of a list: tags that several of its articles share, as search links.
import type { ArticleList } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'

type Props = { articles: ArticleList; current: string; hrefOf: (keywords: string) => string }

const most = 6

export function Topics({ articles: { list }, current, hrefOf }: Props) {
  const { t } = useSite()
  const counts = new Map<string, number>()
  for (const { tags } of list) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const topics = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a)
  if (topics.length < 2) return null
  return (
    <nav aria-label={t('list.topics')}>
      <ul className="chips">
        {topics.slice(0, most).map(([tag]) => (
          <li key={tag}>
            <a href={hrefOf(tag === current ? '' : tag)} aria-current={tag === current ? 'true' : undefined}>
              {tag}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
