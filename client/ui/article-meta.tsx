// Topics of an article, in one line.
import type { Article } from '../../shared/content/content.ts'

export function ArticleMeta({ article: { tags } }: { article: Pick<Article, 'tags'> }) {
  return tags.length > 0 ? <p className="meta">{tags.join(' · ')}</p> : null
}
