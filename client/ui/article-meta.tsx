// Date, source and tags of an article.
import type { Article } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'

type Props = { article: Pick<Article, 'category' | 'published_at' | 'updated_at' | 'author' | 'tags'> }

export function ArticleMeta({ article }: Props) {
  const { t } = useSite()
  if (article.category !== 'news')
    return article.tags.length > 0 ? <p className="meta">{article.tags.join(' · ')}</p> : null
  return (
    <ul className="meta">
      {article.published_at && (
        <li>
          {t('article.published')} <DateText iso={article.published_at} />
        </li>
      )}
      {article.updated_at && (
        <li>
          {t('article.updated')} <DateText iso={article.updated_at} />
        </li>
      )}
      {article.author && (
        <li>
          {t('article.author')} {article.author}
        </li>
      )}
      {article.tags.length > 0 && <li>{article.tags.join(' · ')}</li>}
    </ul>
  )
}
