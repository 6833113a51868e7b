// Article view: header, text between its table of contents and its facts, sections below.
import type { ReactNode } from 'react'
import type { Article, Category } from '../../shared/content/content.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { articleHref } from '../../shared/href.ts'
import type { RouteId } from '../../shared/routes.ts'
import { Island } from '../island.tsx'
import { useSite } from '../site.tsx'
import { type ArticleData, articleTrail } from './article-head.ts'
import { ArticleMeta } from './article-meta.tsx'
import { ArticleParts, filesId, partsOf } from './article-parts.tsx'
import { PageHeader } from './page-frame.tsx'
import { ProductTop } from './product-top.tsx'
import { RichText } from './rich-text.tsx'
import { NewsFacts, SideFacts } from './side-facts.tsx'
import { SideFiles } from './side-files.tsx'
import { fewestHeadings, headingsOf, Toc } from './toc.tsx'

type Props = { data: ArticleData; route: RouteId; config: SiteConfig | undefined }

export function ArticleView({ data: { article, parent, recommends }, route, config }: Props) {
  const { t, language } = useSite()
  const { category, summary, cover, cover_sizes, cover_alt } = article
  const trail = articleTrail({ article, parent, route }, t, language)
  const related = <Recommends category={category} recommends={recommends} />
  return (
    <article className={`article article-${category}`}>
      {category === 'product' ? (
        <ProductTop product={article} trail={trail} />
      ) : (
        <PageHeader
          {...article}
          {...{ trail, lead: summary }}
          cover={{ url: cover, copies: cover_sizes, alt: cover_alt }}
        >
          <ArticleMeta article={article} />
        </PageHeader>
      )}
      <ArticleText article={article}>
        {category === 'news' ? related : <SideFacts config={config} />}
      </ArticleText>
      <ArticleParts article={article} route={route} />
      <Neighbours article={article} route={route} />
      {category !== 'news' && related}
    </article>
  )
}

/** `children`: beside the text, below its files. */
function ArticleText({ article, children }: { article: Article; children: ReactNode }) {
  const { t } = useSite()
  const { category, body, attachments, documents, manuals } = article
  const headings = [...headingsOf(body), ...partsOf(article, t)]
  const facts = category === 'news' && <NewsFacts article={article} />
  return (
    <div className="split reading">
      {(facts || headings.length >= fewestHeadings) && (
        <div className="side">
          {facts}
          <Toc headings={headings} title={t('article.toc')} />
        </div>
      )}
      <RichText html={body} />
      <div className="beside">
        <SideFiles
          title={t('article.attachments')}
          manuals={manuals}
          files={[...attachments, ...documents]}
          section={category === 'product' ? filesId : undefined}
        />
        {children}
      </div>
    </div>
  )
}

type RecommendsProps = { category: Category; recommends: ArticleData['recommends'] }

function Recommends({ category, recommends }: RecommendsProps) {
  const { t } = useSite()
  return (
    <aside className="block recommends" aria-label={t(`article.recommends.${category}`)}>
      <h2>{t(`article.recommends.${category}`)}</h2>
      <Island of={recommends} />
    </aside>
  )
}

type NeighbourProps = { article: Pick<Article, 'category' | 'prev' | 'next'>; route: RouteId }

function Neighbours({ article: { category, prev, next }, route }: NeighbourProps) {
  const { t, language } = useSite()
  if (!prev && !next) return null
  const isProduct = category === 'product'
  const hrefOf = ({ id }: { id: number }) => articleHref({ id, category }, language, undefined, route)
  return (
    <nav className="neighbours" aria-label={t('article.neighbours')}>
      {prev && (
        <a href={hrefOf(prev)} rel="prev">
          <span>{t(isProduct ? 'product.previous' : 'article.previous')}</span> {prev.title}
        </a>
      )}
      {next && (
        <a href={hrefOf(next)} rel="next">
          <span>{t(isProduct ? 'product.next' : 'article.next')}</span> {next.title}
        </a>
      )}
    </nav>
  )
}
