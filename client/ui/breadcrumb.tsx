// Breadcrumb: the path from the home page to this page.
import type { Crumb } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

export function Breadcrumb({ trail }: { trail: Crumb[] }) {
  const { t, language } = useSite()
  const crumbs = [{ title: t('nav.home'), to: href('home', {}, language) }, ...trail]
  return (
    <nav className="breadcrumb" aria-label={t('breadcrumb.label')}>
      <ol>
        {crumbs.map(({ title, to }, index) => (
          <li key={`${index}${title}`}>
            {to && index < crumbs.length - 1 ? (
              <a href={to}>{title}</a>
            ) : (
              <span aria-current="page">{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
