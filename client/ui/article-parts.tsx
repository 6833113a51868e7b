// Sections of an article around its text: pictures, specifications, order codes, files of a product, sub-items, references.
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
import { VariantTable } from './variant-table.tsx'

/** Other articles have their files beside the text. */
export const filesId = 'part-files'

type Parts = WithFiles &
  Pick<Article, 'id' | 'category' | 'gallery' | 'items' | 'specs' | 'variants' | 'references'>
type Props = { article: Parts; kind: SectionKind }

/** Above the text of a product, below that of other articles. */
export function Specifications({ article: { specs }, kind }: Props) {
  const { t } = useSite()
  return specs.length === 0 ? null : (
    <Block {...titlesOf(kind, t).specs}>
      <SpecTable specs={specs} />
    </Block>
  )
}

export function ArticleParts({ article, kind }: Props) {
  const { t } = useSite()
  const { category, gallery, items, variants, references } = article
  const titles = titlesOf(kind, t)
  return (
    <>
      {kind !== 'product' && gallery.length > 0 && (
        <Block {...titles.pictures}>
          <Gallery pictures={gallery} />
        </Block>
      )}
      {kind !== 'product' && <Specifications article={article} kind={kind} />}
      {variants.length > 0 && (
        <Block {...titles.variants}>
          <VariantTable variants={variants} />
        </Block>
      )}
      {hasSection(article, kind) && (
        <Block {...titles.files}>
          <ArticleFiles article={article} caption={titles.files.title} />
        </Block>
      )}
      {items.length > 0 && (
        <Block {...titles.others}>
          <ArticleCollection articles={items} category={category} parentId={article.id} level={3} />
        </Block>
      )}
      {references.length > 0 && (
        <Block {...titles.references}>
          <References references={references} />
        </Block>
      )}
    </>
  )
}

/** The sections that exist, as entries of a table of contents; `others` are those of ArticleParts. */
export function partsOf(
  article: Parts,
  kind: SectionKind,
  t: Translate,
): Record<'specs' | 'others', Heading[]> {
  const { specs, variants, items, references } = article
  const titles = titlesOf(kind, t)
  return {
    specs: specs.length > 0 ? [titles.specs] : [],
    others: [
      ...(variants.length > 0 ? [titles.variants] : []),
      ...(hasSection(article, kind) ? [titles.files] : []),
      ...(items.length > 0 ? [titles.others] : []),
      ...(references.length > 0 ? [titles.references] : []),
    ],
  }
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
  return {
    pictures: { id: 'part-pictures', title: t('article.gallery') },
    specs: { id: 'part-specs', title: t('article.specs') },
    variants: { id: 'part-variants', title: t('product.variants') },
    files: { id: filesId, title: t('article.attachments') },
    others: { id: 'part-items', title: t(`article.items.${kind}`) },
    references: { id: 'part-references', title: t('product.references') },
  }
}

/** Who uses a product, where and since when. */
function References({ references }: { references: Article['references'] }) {
  return (
    <ul className="references">
      {references.map(({ name, place, since, text }, index) => (
        <li key={`${index}${name}`}>
          <h3>{name}</h3>
          {(place || since) && <p className="meta">{[place, since].filter(Boolean).join(' · ')}</p>}
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}
