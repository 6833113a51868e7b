// Sitemap for people: the menu, and the first items of every section.
import { pageSize } from '../../shared/constants.ts'
import type { ArticleList } from '../../shared/content/content.ts'
import { menuIn } from '../../shared/content/site.ts'
import { articleHref, href } from '../../shared/href.ts'
import type { Section } from '../../shared/sections.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { Links } from '../ui/links.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { SiteLinks } from '../ui/site-link.tsx'

/** A section that could not be loaded is missing. */
type Data = { sections: ({ section: Section } & Pick<ArticleList, 'list' | 'total'>)[] }

export const page = definePage<Data>({
  async load({ match, optional }) {
    // Bounded: a section of ten thousand items has a link to its list.
    const first = { page: 1, page_size: pageSize.max }
    const entries = await Promise.all(
      match.sections.list.map((section) =>
        optional(async (api) => ({ section, ...(await api.articleList({ category: section.slug }, first)) })),
      ),
    )
    return { sections: entries.filter((one) => one !== null) }
  },
  head: ({ t }) => ({
    title: t('footer.sitemap'),
    description: t('footer.sitemapDescription'),
    trail: [{ title: t('footer.sitemap') }],
  }),
  View: SitemapView,
})

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
        .map((items) => (
          <Items key={items.section.slug} {...items} />
        ))}
    </PageBody>
  )
}

function Items({ section, list, total }: Data['sections'][number]) {
  const { t, locale, language } = useSite()
  const title = section.title[locale]
  return (
    <section className="block split">
      <h2>{title}</h2>
      <div className="sitemap">
        <Links
          links={list.map((article) => ({ title: article.title, to: articleHref(article, language) }))}
        />
        {total > list.length && (
          <a href={href('section-list', { section: section.slug }, language)}>
            {t('sitemap.more', { total, section: title })}
          </a>
        )}
      </div>
    </section>
  )
}
