// List of products: grouped by family, each with a box that chooses it for the comparison.
import type { ArticleSummary } from '../../shared/content/content.ts'
import type { Section } from '../../shared/sections.ts'
import { useSite } from '../site.tsx'
import { ArticleCard } from './article-card.tsx'
import { CompareForm } from './compare-form.tsx'

type List = { articles: ArticleSummary[] }

/**
 * Products in a plain GET form; client/browser/compare.ts keeps the choice from page to page. Search results are in the order of the
 * search.
 */
export function ProductList({ articles, section, keywords }: List & { section: Section; keywords: string }) {
  return (
    <CompareForm section={section}>
      {keywords ? (
        <Cards articles={articles} keywords={keywords} from={0} level={2} />
      ) : (
        <Families articles={articles} />
      )}
    </CompareForm>
  )
}

function Families({ articles }: List) {
  return familiesOf(articles).map(({ family, items, from }) => {
    if (!family) return <Cards key="" articles={items} from={from} level={2} keywords="" />
    // The id is the same in both languages: a menu may link to it.
    const id = `family-${items[0]?.id}`
    return (
      <section key={family} className="block split" id={id} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{family}</h2>
        <Cards articles={items} from={from} level={3} keywords="" />
      </section>
    )
  })
}

function Cards({ articles, from, ...rest }: List & { from: number; level: 2 | 3; keywords: string }) {
  return (
    <ul className="cards cards-product pairs">
      {articles.map((article, index) => (
        <li key={article.id}>
          <ArticleCard
            article={article}
            parentId={undefined}
            isFirst={from + index === 0}
            {...{ index, ...rest }}
          >
            <CompareBox {...article} />
          </ArticleCard>
        </li>
      ))}
    </ul>
  )
}

type Family = { family: string; items: ArticleSummary[]; from: number }

/** Families in the order of the list; `from`: the place of the first product. */
function familiesOf(articles: ArticleSummary[]): Family[] {
  const families: Family[] = []
  for (const [place, article] of articles.entries()) {
    const { family = '' } = article
    const last = families.at(-1)
    if (last?.family === family) last.items.push(article)
    else families.push({ family, items: [article], from: place })
  }
  return families
}

function CompareBox({ id, title }: ArticleSummary) {
  const { t } = useSite()
  return (
    <label className="compare-box">
      <input type="checkbox" name="id" value={id} data-title={title} /> {t('compare.choose')}
      <span className="visually-hidden"> {title}</span>
    </label>
  )
}
