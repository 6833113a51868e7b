// Topics of an article, in one line, and a button that copies its address.
import type { Article } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

type Props = { article: Article }

export function ArticleMeta({ article }: Props) {
  const { t } = useSite()
  return (
    <p className="meta">
      {article.tags.length > 0 && <Topics article={article} />}
      <span data-copied={t('copy.doneLink')} data-failed={t('copy.failed')}>
        {/* Shown with JavaScript (client/browser/buttons.ts): it copies the address of the page. */}
        <button type="button" className="copy scripted">
          {t('copy.link')}
        </button>
      </span>
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
