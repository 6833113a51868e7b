// Article view: header, text between its table of contents and what is beside it, sections below.
import type { ReactNode } from 'react'
import type { Article } from '../../shared/content/content.ts'
import { articleHref } from '../../shared/href.ts'
import { namedText, wordsOf } from '../../shared/section-texts.ts'
import type { SectionKind } from '../../shared/sections.ts'
import { Island } from '../island.tsx'
import type { ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { Approvals } from './approvals.tsx'
import type { ArticleData } from './article-head.ts'
import { ArticleMeta } from './article-meta.tsx'
import { Blocks, filesId, partsOf } from './article-parts.tsx'
import { NewsDetails, SideContact } from './beside.tsx'
import { Breadcrumb, PageBody, PageHeader } from './page-frame.tsx'
import { coverOf } from './picture.tsx'
import { EnquiryBar, ProductTop } from './product-top.tsx'
import { RichText } from './rich-text.tsx'
import { SideFiles } from './side-files.tsx'
import { fewestHeadings, type Heading, headingsOf, LocalNav, Toc, textId } from './toc.tsx'

export function ArticleView({ data, base, request, trail }: ViewProps<ArticleData>) {
  const { article, recommends } = data
  const { t, sections } = useSite()
  const { category, summary } = article
  const section = sections.of(category)
  const kind = section?.kind ?? 'article'
  const { pictures, specs, others } = partsOf(data, kind, t)
  const related = <Recommends category={category} recommends={recommends} />
  return (
    <PageBody request={request}>
      <article className={`article article-${kind}${section?.cover === 'wide' ? ' cover-wide' : ''}`}>
        {kind === 'product' ? (
          <>
            <Breadcrumb trail={trail} />
            <ProductTop product={article} />
            <Approvals files={article.documents} />
            <LocalNav hasText={article.body !== ''} specs={specs} others={others} />
            <Blocks parts={specs} />
          </>
        ) : (
          <PageHeader
            {...article}
            {...{ trail, lead: summary }}
            cover={{ ...coverOf(article), alt: article.cover_alt }}
          >
            <ArticleMeta article={article} />
          </PageHeader>
        )}
        {/* The local navigation of a product has its sections. */}
        <ArticleText data={data} kind={kind} parts={kind === 'product' ? [] : [...specs, ...others]}>
          {kind === 'news' ? related : <SideContact config={base.config} />}
        </ArticleText>
        <Blocks parts={kind === 'product' ? others : [...pictures, ...specs, ...others]} />
        <Neighbours article={article} />
        {kind !== 'news' && related}
        {kind === 'product' && <EnquiryBar product={article} />}
      </article>
    </PageBody>
  )
}

type TextProps = { data: ArticleData; kind: SectionKind; parts: Heading[]; children: ReactNode }

/** `parts`: further entries of its table of contents; `children`: beside the text, below its files. */
function ArticleText({ data: { article, filesInOther }, kind, parts, children }: TextProps) {
  const { t } = useSite()
  const { body, attachments, documents, manuals } = article
  const isProduct = kind === 'product'
  const headings = [...headingsOf(body), ...parts]
  const details = kind === 'news' && <NewsDetails article={article} />
  return (
    <div className="split reading" id={isProduct ? textId : undefined}>
      {((isProduct && body) || details || headings.length >= fewestHeadings) && (
        <div className="side">
          {isProduct && body && <h2>{t('product.text')}</h2>}
          {details}
          <Toc headings={headings} title={t(isProduct ? 'product.text' : 'article.toc')} />
        </div>
      )}
      <RichText html={body} />
      <div className="beside">
        <SideFiles
          title={t('article.attachments')}
          manuals={manuals}
          files={[...attachments, ...documents]}
          inOther={filesInOther}
          section={isProduct ? filesId : undefined}
        />
        {children}
      </div>
    </div>
  )
}

function Recommends({ category, recommends }: { category: string; recommends: ArticleData['recommends'] }) {
  const { t, locale, sections } = useSite()
  const section = sections.of(category)
  const kind = section?.kind ?? 'article'
  const title = t(`article.recommends.${kind}`, wordsOf(section, t, locale))
  return (
    <aside className="block recommends" aria-label={title}>
      <h2>{title}</h2>
      <Island of={recommends} />
    </aside>
  )
}

function Neighbours({ article: { category, prev, next } }: { article: Article }) {
  const { t, locale, language, sections } = useSite()
  if (!prev && !next) return null
  const section = sections.of(category)
  const titleOf = (place: 'previous' | 'next') => {
    if (section?.kind === 'product') return namedText(`product.${place}`, section, t, locale)
    // Lists of news start with the newest.
    return t(section?.kind === 'news' ? `news.${place}` : `article.${place}`)
  }
  const hrefOf = ({ id }: { id: number }) => articleHref({ id, category }, language)
  return (
    <nav className="neighbours" aria-label={t('article.neighbours')}>
      {prev && (
        <a href={hrefOf(prev)} rel="prev">
          <span>{titleOf('previous')}</span> {prev.title}
        </a>
      )}
      {next && (
        <a href={hrefOf(next)} rel="next">
          <span>{titleOf('next')}</span> {next.title}
        </a>
      )}
    </nav>
  )
}
