// Home page: hero, figures, products, solutions, news, contact; with keywords, the results of a site search.
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload, downloadBy } from '../../shared/api/lookups.ts'
import type { ArticleSummary, Banner, Download, Labels } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import { href } from '../../shared/href.ts'
import type { Deferred as DeferredValue } from '../../shared/payload.ts'
import { resolve } from '../../shared/resolve.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import { homeLabel, type Section, type SectionKind } from '../../shared/sections.ts'
import { Deferred } from '../deferred.tsx'
import { definePage, type LoadContext, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { Approvals } from '../ui/approvals.tsx'
import { ArticleCollection } from '../ui/article-collection.tsx'
import { Hero, Promos } from '../ui/hero.tsx'
import { PageBody } from '../ui/page-frame.tsx'
import { Proof } from '../ui/proof.tsx'
import { type SearchData, SearchResults, searchSite } from '../ui/search-results.tsx'
import { SiteLink } from '../ui/site-link.tsx'

type HomeData = {
  banners: Banner[]
  labels: Labels
  certificates: Download | null
  sections: { section: Section; articles: DeferredValue<ArticleSummary[]> }[]
}

/** Items of a section. */
const shown: Record<SectionKind, number> = { product: 6, article: 3, news: 4 }

type Data = HomeData | SearchData

export const page = definePage<Data>({
  load: (context) => (context.query.keywords ? searchSite(context) : loadHome(context)),
  head: ({ t, query }) =>
    query.keywords
      ? {
          title: t('search.title', { keywords: query.keywords }),
          part: query.page > 1 ? t('pagination.page', { page: query.page }) : undefined,
          noindex: true,
        }
      : {},
  View: ({ data, ...props }) =>
    'banners' in data ? <HomeView data={data} {...props} /> : <SearchResults data={data} {...props} />,
})

/** Every part is optional; if all fail, the page fails with the error of the first list. */
async function loadHome(context: LoadContext): Promise<Data> {
  const { api, match, deferred, optional } = context
  const lists = match.sections.home.map((section) => {
    const { slug, kind } = section
    const articles = api.articleList({ category: slug }, { page: 1, page_size: shown[kind] })
    return { section, articles: articles.then(({ list }) => list) }
  })
  const sections = lists.map(({ section, articles }) => ({ section, articles: deferred(articles) }))
  const [banners, labels] = await Promise.all([
    optional((api) => api.banners({}, { position: 'home' })),
    optional((api) => api.labels({})),
  ])
  if (!banners && !labels && lists.length > 0)
    await Promise.any(lists.map(({ articles }) => articles)).catch(() => lists[0]?.articles)
  const certificates = await certificatesOf(context, labels?.['home_approvals'])
  return { banners: banners ?? [], labels: labels ?? {}, certificates, sections }
}

/** The category of downloads at this path. */
async function certificatesOf(context: LoadContext, path = ''): Promise<Download | null> {
  const { match, site, optional } = context
  const place = resolve(path, match)
  if (place.kind !== 'page' || place.page !== 'download') return null
  const { id } = place.params
  const category = (api: Api) => (id ? found(downloadBy(api, id)) : defaultDownload(api, site.downloadId))
  return (await optional(category)) ?? null
}

function HomeView({ data, base, request }: ViewProps<HomeData>) {
  const { banners, labels, certificates, sections } = data
  const [hero] = banners
  const inKind = (isWanted: (kind: SectionKind) => boolean) =>
    sections
      .filter(({ section }) => isWanted(section.kind))
      .map((list) => <HomeSection key={list.section.slug} labels={labels} {...list} />)
  return (
    <PageBody request={request} className="home-page">
      <Hero banner={hero} config={base.config} />
      <Proof labels={labels} />
      {inKind((kind) => kind === 'product')}
      <Approvals files={certificates?.items ?? []}>
        <SiteLink className="arrow" to={labels['home_approvals'] ?? ''}>
          {certificates?.title}
        </SiteLink>
      </Approvals>
      <Promos banners={banners} />
      {inKind((kind) => kind !== 'product')}
      <ContactBand labels={labels} />
    </PageBody>
  )
}

/** A band with a link to the contact page. */
function ContactBand({ labels }: { labels: Labels }) {
  const { t, language } = useSite()
  const text = labels['home_contact_text']
  return (
    <section className="contact-band bleed" data-reveal>
      <div className="contact-band-row">
        <div>
          <h2>{labels['home_contact_title'] ?? t('contact.title')}</h2>
          {text && <p>{text}</p>}
        </div>
        <a className="button" href={href('contact', {}, language)}>
          {t('home.contact')}
        </a>
      </div>
    </section>
  )
}

type SectionProps = HomeData['sections'][number] & { labels: Labels }

/** A few items of a section, and a link to all of them; nothing where there are none. */
function HomeSection({ section, labels, articles }: SectionProps) {
  const { t } = useSite()
  const title = <SectionTitle section={section} labels={labels} />
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

function SectionTitle({ section, labels }: Omit<SectionProps, 'articles'>) {
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
