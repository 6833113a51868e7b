// Sections of an article below its text: pictures, specifications, files of a product, sub-items.
import type { ReactNode } from 'react'
import type { Article } from '../../shared/content/content.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { SectionKind } from '../../shared/sections.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from './article-collection.tsx'
import { ArticleFiles, hasFiles, type WithFiles } from './article-files.tsx'
import { Gallery } from './gallery.tsx'
import { SpecTable } from './spec-table.tsx'
import type { Heading } from './toc.tsx'

/** Other articles have their files beside the text. */
export const filesId = 'part-files'

type Parts = WithFiles & Pick<Article, 'id' | 'category' | 'gallery' | 'items' | 'specs'>

export function ArticleParts({ article, kind }: { article: Parts; kind: SectionKind }) {
  const { t } = useSite()
  const { category, gallery, items, specs } = article
  const [pictures, specifications, files, others] = titlesOf(kind, t)
  return (
    <>
      {kind !== 'product' && gallery.length > 0 && (
        <Block {...pictures}>
          <Gallery pictures={gallery} />
        </Block>
      )}
      {specs.length > 0 && (
        <Block {...specifications}>
          <SpecTable specs={specs} />
        </Block>
      )}
      {hasSection(article, kind) && (
        <Block {...files}>
          <ArticleFiles article={article} caption={files.title} />
        </Block>
      )}
      {items.length > 0 && (
        <Block {...others}>
          <ArticleCollection articles={items} category={category} parentId={article.id} level={3} />
        </Block>
      )}
    </>
  )
}

/** The sections that exist, as entries of the table of contents. */
export function partsOf(article: Parts, kind: SectionKind, t: Translate): Heading[] {
  const { specs, items } = article
  const [, specifications, files, others] = titlesOf(kind, t)
  return [
    ...(specs.length > 0 ? [specifications] : []),
    ...(hasSection(article, kind) ? [files] : []),
    ...(items.length > 0 ? [others] : []),
  ]
}

function hasSection(article: Parts, kind: SectionKind): boolean {
  return kind === 'product' && hasFiles(article)
}

/** With its title beside it on wide screens. */
function Block({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="block split">
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

function titlesOf(kind: SectionKind, t: Translate) {
  return [
    { id: 'part-pictures', title: t('article.gallery') },
    { id: 'part-specs', title: t('article.specs') },
    { id: filesId, title: t('article.attachments') },
    { id: 'part-items', title: t(`article.items.${kind}`) },
  ] as const
}
