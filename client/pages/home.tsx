// The home page: claim, figures, products, solutions, news, contact.
import type { ArticleSummary, Banner, Labels } from '../../shared/content/content.ts'
import type { Later as LaterValue } from '../../shared/payload.ts'
import { definePage } from '../page.ts'
import { useSite } from '../site.tsx'
import { ContactBand } from '../ui/contact-band.tsx'
import { Hero, Promos } from '../ui/hero.tsx'
import { HomeSection } from '../ui/home-section.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { Proof } from '../ui/proof.tsx'

type Data = {
  banners: Banner[]
  labels: Labels
  products: LaterValue<ArticleSummary[]>
  solutions: LaterValue<ArticleSummary[]>
  news: LaterValue<ArticleSummary[]>
}

export const page = definePage<Data>({
  async load({ api, later }) {
    const latest = (category: string, count: number) =>
      later(api.articleList({ category }, { page: 1, page_size: count }).then(({ list }) => list))
    const parts = {
      products: latest('product', 6),
      solutions: latest('solution', 3),
      news: latest('news', 4),
    }
    const [banners, labels] = await Promise.all([
      api.banners({}, { position: 'home' }),
      api.labels({}).catch(() => ({})),
    ])
    return { banners, labels, ...parts }
  },
  head: () => ({}),
  View: HomeView,
})

function HomeView({ data: { banners, labels, products, solutions, news } }: { data: Data }) {
  const { t } = useSite()
  const [hero, ...others] = banners
  return (
    <PageBody className="home-page">
      <Hero banner={hero} />
      <Proof labels={labels} />
      <HomeSection
        name="products"
        category="product"
        articles={products}
        title={labels['home_products_title'] ?? t('home.products')}
        intro={labels['home_products_intro']}
      />
      <Promos banners={others} />
      <HomeSection
        name="solutions"
        category="solution"
        articles={solutions}
        title={labels['home_solutions_title'] ?? t('home.solutions')}
        intro={labels['home_solutions_intro']}
      />
      <HomeSection
        name="news"
        category="news"
        articles={news}
        title={labels['home_news_title'] ?? t('home.news')}
        intro={labels['home_news_intro']}
      />
      <ContactBand title={labels['home_contact_title']} text={labels['home_contact_text']} />
    </PageBody>
  )
}
