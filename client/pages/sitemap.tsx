// Sitemap for people: the menu, and the first items of every section.
import type { Api } from '../../shared/api/api.ts'
import { categories, pageSize } from '../../shared/constants.ts'
import type { ArticleList, Category } from '../../shared/content/content.ts'
import { menuIn } from '../../shared/content/site.ts'
import { articleHref, listHref } from '../../shared/href.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { SiteLinks } from '../ui/site-link.tsx'

/** A section that could not be loaded is missing. */
type Data = { sections: ({ category: Category } & Pick<ArticleList, 'list' | 'total'>)[] }

export const page = definePage<Data>({
  async load({ optional }) {
    const sections = await Promise.all(
      categories.map((category) => optional((api) => firstOf(api, category))),
    )
    return { sections: sections.filter((section) => section !== null) }
  },
  head: ({ t }) => ({
    title: t('footer.sitemap'),
    description: t('footer.sitemapDescription'),
    trail: [{ title: t('footer.sitemap') }],
  }),
  View: SitemapView,
})

/** Bounded: a section of ten thousand items has a link to its list. */
async function firstOf(api: Api, category: Category) {
  const { list, total } = await api.articleList({ category }, { page: 1, page_size: pageSize.max })
  return { category, list, total }
}

function SitemapView({ data: { sections }, base: { menu }, request }: ViewProps<Data>) {
  const { t, locale } = useSite()
  const title = t('footer.sitemap')
  const shown = menuIn(menu, locale)
  return (
    <PageBody request={request}>
      <PageHeader trail={[{ title }]} title={title} />
      {shown.length > 0 && (
        <nav className="sitemap" aria-label={title}>
          <SiteLinks nodes={shown} />
        </nav>
      )}
      {sections
        .filter(({ list }) => list.length > 0)
        .map((section) => (
          <Section key={section.category} {...section} />
        ))}
    </PageBody>
  )
}

function Section({ category, list, total }: Data['sections'][number]) {
  const { t, language } = useSite()
  return (
    <section className="block split">
      <h2>{t(`category.${category}`)}</h2>
      <div className="sitemap">
        <ul>
          {list.map((article) => (
            <li key={article.id}>
              <a href={articleHref(article, language)}>{article.title}</a>
            </li>
          ))}
        </ul>
        {total > list.length && (
          <a href={listHref(category, language)}>
            {t('sitemap.more', { total, section: t(`category.${category}`) })}
          </a>
        )}
      </div>
    </section>
  )
}
