// The home page: claim, figures, products, solutions, news, contact; with keywords, the search of the whole site.
import type { ArticleSummary, Banner, Labels } from '../../shared/content/content.ts'
import type { Later as LaterValue } from '../../shared/payload.ts'
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
  products: LaterValue<ArticleSummary[]>
  solutions: LaterValue<ArticleSummary[]>
  news: LaterValue<ArticleSummary[]>
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

/** A section that fails is left out; where all of them do, the search has failed. */
async function loadFound({ api, optional, query: { keywords } }: LoadContext): Promise<Data> {
  const asked = { keywords, page: 1, page_size: mostFound }
  const lists = searchOrder.map((category) => api.articleList({ category }, asked))
  const answers = await Promise.all(lists.map((list) => optional(() => list)))
  if (answers.every((answer) => answer === null)) await anyOf(lists)
  const found = searchOrder.map((category, index): SectionFound => {
    const answer = answers[index]
    return answer ? { category, articles: answer.list, total: answer.total } : { category }
  })
  return { found }
}

/** Any of its parts may be left out; where all of them fail, there is no page. */
async function loadHome({ api, later, optional }: LoadContext): Promise<Data> {
  const latest = (category: string, count: number) =>
    api.articleList({ category }, { page: 1, page_size: count }).then(({ list }) => list)
  const lists = [latest('product', 6), latest('solution', 3), latest('news', 4)] as const
  const [products, solutions, news] = lists
  const parts = { products: later(products), solutions: later(solutions), news: later(news) }
  const [banners, labels] = await Promise.all([
    optional((api) => api.banners({}, { position: 'home' })),
    optional((api) => api.labels({})),
  ])
  if (!banners && !labels) await anyOf(lists)
  return { banners: banners ?? [], labels: labels ?? {}, ...parts }
}

/** Rejects with the first one's error where all of them are rejected. */
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
