// Topics of an article, in one line, and a button that copies its address.
import type { Article } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { CopyLink } from './copy-button.tsx'

type Props = { article: Article }

export function ArticleMeta({ article }: Props) {
  return (
    <p className="meta">
      {article.tags.length > 0 && <Topics article={article} />}
      <CopyLink />
    </p>
  )
}

/** Each topic is a link to the list with its filter, except those of sub-items, which are in no list. */
function Topics({ article: { category, parent_id, tags } }: Props) {
  const { language, sections } = useSite()
  if (parent_id || !sections.of(category)) return <span>{tags.join(' · ')}</span>
  return tags.map((tag, index) => (
    <a key={`${index}${tag}`} href={href('section-list', { section: category }, language, { tag })}>
      {tag}
    </a>
  ))
}
