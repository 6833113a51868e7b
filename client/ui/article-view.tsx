// One article whole: text, specifications, pictures, files, sub-items, neighbours, recommendations.
import type { Article, ArticleSummary } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import type { Later as LaterValue } from '../../shared/payload.ts'
import { Later } from '../later.tsx'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from './article-collection.tsx'
import { ArticleMeta } from './article-meta.tsx'
import type { Crumb } from './breadcrumb.tsx'
import { FileTable } from './file-table.tsx'
import { Gallery } from './gallery.tsx'
import { Neighbours } from './neighbours.tsx'
import { PageHeader } from './page-header.tsx'
import { Picture } from './picture.tsx'
import { RichText } from './rich-text.tsx'
import { SpecTable } from './spec-table.tsx'

export type ArticleData = {
  article: Article
  parent?: Article
  recommends: LaterValue<ArticleSummary[]>
  inOther: boolean
}

export function ArticleView({ data: { article, parent, recommends } }: { data: ArticleData }) {
  const { t, locale } = useSite()
  const { category } = article
  const isProduct = category === 'product'
  return (
    <article className={`article article-${category}`}>
      <PageHeader
        trail={trailOf(article, parent, t(`category.${category}`), locale)}
        title={article.title}
        lead={article.summary}
      >
        <ArticleMeta article={article} />
        {isProduct && (
          <p>
            <Link className="button" to={href('contact', {}, locale, { product: article.id })}>
              {t('article.enquire')}
            </Link>
          </p>
        )}
      </PageHeader>
      {article.cover && article.gallery.length === 0 && (
        <Picture url={article.cover} alt={article.cover_alt} priority className="picture article-cover" />
      )}
      <Gallery pictures={article.gallery} />
      <RichText html={article.body} />
      <SpecTable specs={article.specs} />
      {article.attachments.length > 0 && (
        <section className="block">
          <h2>{t('article.attachments')}</h2>
          <FileTable files={article.attachments} caption={t('article.attachments')} />
        </section>
      )}
      {article.items.length > 0 && (
        <section className="block">
          <h2>{t(`article.items.${category}`)}</h2>
          <ArticleCollection articles={article.items} category={category} parentId={article.id} level={3} />
        </section>
      )}
      <Neighbours article={article} />
      <Recommends article={article} recommends={recommends} />
    </article>
  )
}

function Recommends({
  article: { category },
  recommends,
}: {
  article: Article
  recommends: ArticleData['recommends']
}) {
  const { t } = useSite()
  return (
    <aside className="block recommends" aria-label={t(`article.recommends.${category}`)}>
      <h2>{t(`article.recommends.${category}`)}</h2>
      <Later
        name="recommends"
        of={recommends}
        fallback={<p className="quiet pending">{t('block.loading')}</p>}
        failed={<p className="quiet">{t('block.failed')}</p>}
      >
        {(articles) => <ArticleCollection articles={articles} category={category} level={3} />}
      </Later>
    </aside>
  )
}

function trailOf(
  article: Article,
  parent: Article | undefined,
  section: string,
  locale: 'zh' | 'en',
): Crumb[] {
  const parentCrumb = parent && {
    title: parent.title,
    to: href(`${parent.category}-detail`, { id: parent.id }, locale),
  }
  return [
    { title: section, to: href(`${article.category}-list`, {}, locale) },
    ...(parentCrumb ? [parentCrumb] : []),
    { title: article.title },
  ]
}
