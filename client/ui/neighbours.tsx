// The articles before and after this one.
import type { Article } from '../../shared/content/content.ts'
import { articleHref } from '../../shared/href.ts'
import type { RouteId } from '../../shared/routes.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

type Props = { article: Pick<Article, 'category' | 'prev' | 'next'>; route: RouteId }

export function Neighbours({ article: { category, prev, next }, route }: Props) {
  const { t, locale } = useSite()
  if (!prev && !next) return null
  const hrefOf = ({ id }: { id: number }) => articleHref({ id, category }, locale, undefined, route)
  return (
    <nav className="neighbours" aria-label={t('article.neighbours')}>
      {prev && (
        <Link to={hrefOf(prev)} rel="prev">
          <span>{t('article.previous')}</span> {prev.title}
        </Link>
      )}
      {next && (
        <Link to={hrefOf(next)} rel="next">
          <span>{t('article.next')}</span> {next.title}
        </Link>
      )}
    </nav>
  )
}
