// Results of a site search: the first of each section, and a link to all of them.
import type { ArticleSummary, Category } from '../../shared/content/content.ts'
import { listHref, searchAction } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from './article-collection.tsx'
import { PageHeader } from './page-frame.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchSections } from './search-sections.tsx'

/** `articles` is missing if the call for the section failed. */
export type SectionFound = { category: Category; articles?: ArticleSummary[]; total?: number }

export function SearchResults({ sections, keywords }: { sections: SectionFound[]; keywords: string }) {
  const { t, locale } = useSite()
  const title = t('search.title', { keywords })
  const totals = Object.fromEntries(
    sections.flatMap(({ category, total }) => (total === undefined ? [] : [[category, total]])),
  )
  const shown = sections.filter(({ total }) => total !== 0)
  return (
    <>
      <PageHeader trail={[{ title: t('search.label') }]} title={title}>
        <SearchForm action={searchAction(locale)} label={t('search.label')} keywords={keywords} />
        <SearchSections totals={totals} keywords={keywords} />
      </PageHeader>
      {shown.map((section) => (
        <Section key={section.category} section={section} keywords={keywords} />
      ))}
      {shown.length === 0 && (
        <p className="empty" role="status">
          {t('search.nothing', { keywords })}
        </p>
      )}
    </>
  )
}

type SectionProps = { section: SectionFound; keywords: string }

function Section({ section: { category, articles, total = 0 }, keywords }: SectionProps) {
  const { t, locale } = useSite()
  const title = t(`category.${category}`)
  return (
    <section className="found" aria-labelledby={`found-${category}`}>
      <h2 id={`found-${category}`}>{title}</h2>
      {articles ? (
        <ArticleCollection articles={articles} category="news" level={3} keywords={keywords} />
      ) : (
        <p className="quiet">{t('block.failed')}</p>
      )}
      {articles && total > articles.length && (
        <p>
          <a href={listHref(category, locale, { keywords })}>
            {t('search.more', { total: String(total), section: title })}
          </a>
        </p>
      )}
    </section>
  )
}
