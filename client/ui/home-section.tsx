// A section of the home page: a few articles of a category, and the way to all of them.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import type { Later as LaterValue } from '../../shared/payload.ts'
import { Later } from '../later.tsx'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from './article-collection.tsx'

type Props = {
  name: string
  category: Exclude<Category, 'service'>
  title: string
  intro: string | undefined
  articles: LaterValue<ArticleSummary[]>
}

export function HomeSection({ name, category, title, intro, articles }: Props) {
  const { t, locale } = useSite()
  return (
    <section className="home-section" data-reveal>
      <header className="home-section-header">
        <h2>{title}</h2>
        {intro && <p>{intro}</p>}
        <Link className="arrow" to={href(`${category}-list`, {}, locale)}>
          {t(`home.more.${category}`)}
        </Link>
      </header>
      <Later
        name={name}
        of={articles}
        fallback={<p className="quiet pending">{t('block.loading')}</p>}
        failed={<p className="quiet">{t('block.failed')}</p>}
      >
        {(list) => <ArticleCollection articles={list} category={category} level={3} />}
      </Later>
    </section>
  )
}
