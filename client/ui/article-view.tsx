// Article view: header, text beside its table of contents, sections below.
import type { Article, Category } from '../../shared/content/content.ts'
import { articleHref } from '../../shared/href.ts'
import type { RouteId } from '../../shared/routes.ts'
import { Island } from '../island.tsx'
import { useSite } from '../site.tsx'
import { type ArticleData, articleTrail } from './article-head.ts'
import { ArticleMeta } from './article-meta.tsx'
import { ArticleParts, type PartFields, partsOf } from './article-parts.tsx'
import { PageHeader } from './page-frame.tsx'
import { coverSizes, Picture } from './picture.tsx'
import { ProductTop } from './product-top.tsx'
import { RichText } from './rich-text.tsx'
import { fewestHeadings, headingsOf, Toc } from './toc.tsx'

type Props = { data: ArticleData; route: RouteId }

export function ArticleView({ data: { article, parent, recommends }, route }: Props) {
  const { t, locale } = useSite()
  const trail = articleTrail({ article, parent, route }, t, locale)
  return (
    <article className={`article article-${article.category}`}>
      {article.category === 'product' ? (
        <ProductTop product={article} trail={trail} />
      ) : (
        <>
          <PageHeader trail={trail} title={article.title} lead={article.summary}>
            <ArticleMeta article={article} />
          </PageHeader>
          {article.cover && (
            <Picture
              url={article.cover}
              copies={article.cover_sizes}
              alt={article.cover_alt}
              sizes={coverSizes}
              priority
              className="article-cover"
            />
          )}
        </>
      )}
      <ArticleText article={article} />
      <ArticleParts article={article} route={route} />
      <Neighbours article={article} route={route} />
      <Recommends category={article.category} recommends={recommends} />
    </article>
  )
}

function ArticleText({ article }: { article: Pick<Article, 'body' | PartFields> }) {
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

type RecommendsProps = { category: Category; recommends: ArticleData['recommends'] }

function Recommends({ category, recommends }: RecommendsProps) {
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

type NeighbourProps = { article: Pick<Article, 'category' | 'prev' | 'next'>; route: RouteId }

function Neighbours({ article: { category, prev, next }, route }: NeighbourProps) {
  const { t, locale } = useSite()
  if (!prev && !next) return null
  const hrefOf = ({ id }: { id: number }) => articleHref({ id, category }, locale, undefined, route)
  return (
    <nav className="neighbours" aria-label={t('article.neighbours')}>
      {prev && (
        <a href={hrefOf(prev)} rel="prev">
          <span>{t('article.previous')}</span> {prev.title}
        </a>
      )}
      {next && (
        <a href={hrefOf(next)} rel="next">
          <span>{t('article.next')}</span> {next.title}
        </a>
      )}
    </nav>
  )
}
