// The articles before and after this one.
import type { Article } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { Frozen } from '../frozen.tsx'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

export function Neighbours({ article }: { article: Article }) {
  const { t } = useSite()
  if (!article.prev && !article.next) return null
  return (
    <Frozen
      as="nav"
      name="neighbours"
      of={article}
      className="neighbours"
      aria-label={t('article.neighbours')}
    >
      <Links article={article} />
    </Frozen>
  )
}

function Links({ article: { category, prev, next } }: { article: Article }) {
  const { t, locale } = useSite()
  return (
    <>
      {prev && (
        <Link to={href(`${category}-detail`, { id: prev.id }, locale)} rel="prev">
          <span>{t('article.previous')}</span> {prev.title}
        </Link>
      )}
      {next && (
        <Link to={href(`${category}-detail`, { id: next.id }, locale)} rel="next">
          <span>{t('article.next')}</span> {next.title}
        </Link>
      )}
    </>
  )
}
