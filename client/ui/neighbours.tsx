// The articles before and after this one.
import type { Article } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

export function Neighbours({ article: { category, prev, next } }: { article: Article }) {
  const { t, locale } = useSite()
  if (!prev && !next) return null
  return (
    <nav className="neighbours" aria-label={t('article.neighbours')}>
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
    </nav>
  )
}
