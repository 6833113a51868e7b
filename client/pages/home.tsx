// Home page: hero, figures, products, solutions, news, contact; with keywords, the results of a site search.
import type { ArticleSummary, Banner, Labels } from '../../shared/content/content.ts'
import type { Deferred as DeferredValue } from '../../shared/payload.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { ContactBand } from '../ui/contact-band.tsx'
import { Hero, Promos } from '../ui/hero.tsx'
import { HomeSection } from '../ui/home-section.tsx'
import { PageBody } from '../ui/page-frame.tsx'
import { Proof } from '../ui/proof.tsx'
import { SearchResults, type SectionFound } from '../ui/search-results.tsx'
import { searchOrder } from '../ui/search-sections.tsx'

type HomeData = {
  banners: Banner[]
  labels: Labels
  products: DeferredValue<ArticleSummary[]>
  solutions: DeferredValue<ArticleSummary[]>
  news: DeferredValue<ArticleSummary[]>
}

type Data = HomeData | { found: SectionFound[] }

const mostFound = 5

export const page = definePage<Data>({
  load: (context) => (context.query.keywords ? loadFound(context) : loadHome(context)),
  head: ({ data, t, query }) =>
    'found' in data ? { title: t('search.title', { keywords: query.keywords }), noindex: true } : {},
  View: ({ data, base, request }) =>
    'found' in data ? (
      <PageBody request={request} className="search-page">
        <SearchResults sections={data.found} keywords={request.query.keywords} />
      </PageBody>
    ) : (
      <HomeView data={data} base={base} request={request} />
    ),
})

/** A section whose call fails is omitted; if all fail, the page fails. */
async function loadFound({ api, optional, query: { keywords } }: LoadContext): Promise<Data> {
  const query = { keywords, page: 1, page_size: mostFound }
  const lists = searchOrder.map((category) => api.articleList({ category }, query))
  const results = await Promise.all(lists.map((list) => optional(() => list)))
  if (results.every((result) => result === null)) await anyOf(lists)
  const found = searchOrder.map((category, index): SectionFound => {
    const result = results[index]
    return result ? { category, articles: result.list, total: result.total } : { category }
  })
  return { found }
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
