// Topics of an article, in one line, and a button that copies its address.
import type { Article } from '../../shared/content/content.ts'
import { CopyLink } from './copy-button.tsx'

export function ArticleMeta({ article: { tags } }: { article: Pick<Article, 'tags'> }) {
  return (
    <p className="meta">
      {tags.length > 0 && <span>{tags.join(' · ')}</span>}
      <CopyLink />
    </p>
  )
}
