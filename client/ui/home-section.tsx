// Section of the home page: a few of its items, and a link to all of them; nothing where there are none.
import type { ArticleSummary, Labels } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import type { Deferred as DeferredValue } from '../../shared/payload.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import { homeLabel, type Section } from '../../shared/sections.ts'
import { Deferred } from '../deferred.tsx'
import { useSite } from '../site.tsx'
import { ArticleCollection } from './article-collection.tsx'

type Props = {
  section: Section
  labels: Labels
  articles: DeferredValue<ArticleSummary[]>
}

export function HomeSection({ section, labels, articles }: Props) {
  const { t } = useSite()
  const title = <Title section={section} labels={labels} />
  return (
    <section className="home-section" data-reveal>
      <Deferred
        of={articles}
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
              <ArticleCollection articles={list} category={section.slug} level={3} />
            </>
          )
        }
      </Deferred>
    </section>
  )
}

function Title({ section, labels }: Omit<Props, 'articles'>) {
  const { t, locale, language } = useSite()
  const { slug, title } = section
  const name = homeLabel(slug)
  const intro = labels[`home_${name}_intro`]
  return (
    <header className="home-section-header">
      <h2>{labels[`home_${name}_title`] ?? title[locale]}</h2>
      {intro && <p>{intro}</p>}
      <a className="arrow" href={href('section-list', { section: slug }, language)}>
        {t('home.more', wordsOf(section, t, locale))}
      </a>
    </header>
  )
}
