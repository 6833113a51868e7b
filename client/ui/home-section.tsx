// Section of the home page: a few articles of a category, and a link to all of them; nothing where there are none.
import type { ArticleSummary, Category, Labels } from '../../shared/content/content.ts'
import { listHref } from '../../shared/href.ts'
import type { Deferred as DeferredValue } from '../../shared/payload.ts'
import { Deferred } from '../deferred.tsx'
import { useSite } from '../site.tsx'
import { ArticleCollection } from './article-collection.tsx'

type Name = 'news' | 'products' | 'solutions'

type Props = {
  name: Name
  category: Exclude<Category, 'service'>
  labels: Labels
  articles: DeferredValue<ArticleSummary[]>
}

export function HomeSection({ name, category, labels, articles }: Props) {
  const { t } = useSite()
  const title = <Title name={name} category={category} labels={labels} />
  return (
    <section className="home-section" data-reveal>
      <Deferred
        of={articles}
        fallback={
          <>
            {title}
            <p className="quiet pending">{t('block.loading')}</p>
          </>
        }
        failed={
          <>
            {title}
            <p className="quiet">{t('block.failed')}</p>
          </>
        }
      >
        {(list) =>
          list.length > 0 && (
            <>
              {title}
              <ArticleCollection articles={list} category={category} level={3} />
            </>
          )
        }
      </Deferred>
    </section>
  )
}

function Title({ name, category, labels }: Omit<Props, 'articles'>) {
  const { t, language } = useSite()
  const intro = labels[`home_${name}_intro`]
  return (
    <header className="home-section-header">
      <h2>{labels[`home_${name}_title`] ?? t(`home.${name}`)}</h2>
      {intro && <p>{intro}</p>}
      <a className="arrow" href={listHref(category, language)}>
        {t(`home.more.${category}`)}
      </a>
    </header>
  )
}
