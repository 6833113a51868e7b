// One article whole: its head, its text beside the way through it, and what belongs to it.
import type { Article } from '../../shared/content/content.ts'
import { Island } from '../island.tsx'
import { useSite } from '../site.tsx'
import { type ArticleData, articleTrail } from './article-head.ts'
import { ArticleMeta } from './article-meta.tsx'
import { ArticleParts, partsOf } from './article-parts.tsx'
import { Neighbours } from './neighbours.tsx'
import { PageHeader } from './page-header.tsx'
import { coverSizes, Picture } from './picture.tsx'
import { ProductTop } from './product-top.tsx'
import { RichText } from './rich-text.tsx'
import { fewestHeadings, headingsOf, Toc } from './toc.tsx'

export function ArticleView({ data: { article, parent, recommends } }: { data: ArticleData }) {
  const { t, locale } = useSite()
  const { category } = article
  const trail = articleTrail(article, parent, t, locale)
  return (
    <article className={`article article-${category}`}>
      {category === 'product' ? (
        <ProductTop article={article} trail={trail} />
      ) : (
        <>
          <PageHeader trail={trail} title={article.title} lead={article.summary}>
            <ArticleMeta article={article} />
          </PageHeader>
          {article.cover && (
            <Picture
              url={article.cover}
              alt={article.cover_alt}
              sizes={coverSizes}
              priority
              className="article-cover"
            />
          )}
        </>
      )}
      <ArticleText article={article} />
      <ArticleParts article={article} />
      <Neighbours article={article} />
      <Recommends article={article} recommends={recommends} />
    </article>
  )
}

function ArticleText({ article }: { article: Article }) {
  const { t } = useSite()
  const headings = [...headingsOf(article.body), ...partsOf(article, t)]
  return (
    <div className="split">
      {headings.length >= fewestHeadings && (
        <div className="side">
          <Toc headings={headings} title={t('article.toc')} />
        </div>
      )}
      <RichText html={article.body} />
    </div>
  )
}

type RecommendsProps = { article: Article; recommends: ArticleData['recommends'] }

function Recommends({ article: { category }, recommends }: RecommendsProps) {
  const { t } = useSite()
  return (
    <aside className="block recommends split" aria-label={t(`article.recommends.${category}`)}>
      <h2>{t(`article.recommends.${category}`)}</h2>
      <Island
        of={recommends}
        fallback={<p className="quiet pending">{t('block.loading')}</p>}
        failed={<p className="quiet">{t('block.failed')}</p>}
      />
    </aside>
  )
}
