// The same keywords in the other categories.
import { type Category, categories } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

export function SearchElsewhere({ category, keywords }: { category: Category; keywords: string }) {
  const { t, locale } = useSite()
  return (
    <nav className="elsewhere" aria-label={t('search.also', { keywords })}>
      <p className="list-count">{t('search.also', { keywords })}</p>
      <ul className="chips">
        {categories
          .filter((other) => other !== category)
          .map((other) => (
            <li key={other}>
              <Link to={href(`${other}-list`, {}, locale, { keywords })}>{t(`category.${other}`)}</Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
