// Home page: hero, figures, products, solutions, news, contact; with keywords, the results of a site search.

import { pageSize } from '../../shared/constants.ts'
import type { ArticleSummary, Banner, Labels, Search } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import type { Deferred as DeferredValue } from '../../shared/payload.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { Hero, Promos } from '../ui/hero.tsx'
import { HomeSection } from '../ui/home-section.tsx'
import { PageBody } from '../ui/page-frame.tsx'
import { Proof } from '../ui/proof.tsx'
import { SearchResults } from '../ui/search-results.tsx'

type HomeData = {
  banners: Banner[]
  labels: Labels
  products: DeferredValue<ArticleSummary[]>
  solutions: DeferredValue<ArticleSummary[]>
  news: DeferredValue<ArticleSummary[]>
}

type SearchData = { search: Search; pages: number }
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
  View: ({ data, base, request }) => {
    if ('banners' in data) return <HomeView data={data} base={base} request={request} />
    return (
      <PageBody request={request} className="search-page">
        <SearchResults {...data} query={request.query} menu={base.menu} />
      </PageBody>
    )
  },
})

async function searchSite({ api, query: { keywords, kind, page } }: LoadContext): Promise<SearchData> {
  const search = await api.search({}, { q: keywords, kind, page, size: pageSize.default })
  return { search, pages: Math.ceil(search.total / pageSize.default) }
}

/** Every part is optional; if all fail, the page fails. */
async function loadHome({ api, deferred, optional }: LoadContext): Promise<Data> {
  const latest = (category: string, count: number) =>
    api.articleList({ category }, { page: 1, page_size: count }).then(({ list }) => list)
  const lists = [latest('product', 6), latest('solution', 3), latest('news', 4)] as const
  const [products, solutions, news] = lists
  const parts = { products: deferred(products), solutions: deferred(solutions), news: deferred(news) }
  const [banners, labels] = await Promise.all([
    optional((api) => api.banners({}, { position: 'home' })),
    optional((api) => api.labels({})),
  ])
  if (!banners && !labels) await anyOf(lists)
  return { banners: banners ?? [], labels: labels ?? {}, ...parts }
}

/** Rejects with the first list's error if all are rejected. */
function anyOf(lists: readonly Promise<unknown>[]): Promise<unknown> {
  return Promise.any(lists).catch(() => lists[0])
}

function HomeView({ data, base, request }: Omit<ViewProps<HomeData>, 'route'>) {
  const { banners, labels, products, solutions, news } = data
  const [hero] = banners
  return (
    <PageBody request={request} className="home-page">
      <Hero banner={hero} config={base.config} />
      <Proof labels={labels} />
      <HomeSection name="products" category="product" labels={labels} articles={products} />
      <Promos banners={banners} />
      <HomeSection name="solutions" category="solution" labels={labels} articles={solutions} />
      <HomeSection name="news" category="news" labels={labels} articles={news} />
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
