// Sections of an article around its text: pictures, specifications, order codes, files of a product, sub-items, references.
import type { ReactNode } from 'react'
import type { Article } from '../../shared/content/content.ts'
import { specsId } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { SectionKind } from '../../shared/sections.ts'
import type { FilesInOther } from '../files-in-other.ts'
import { ArticleCollection } from './article-collection.tsx'
import { ArticleFiles, hasFiles } from './article-files.tsx'
import { Gallery } from './gallery.tsx'
import { SpecTable } from './spec-table.tsx'
import type { Heading } from './toc.tsx'
import { VariantTable } from './variant-table.tsx'

/** Other articles have their files beside the text. */
export const filesId = 'part-files'

type Part = Heading & { content: ReactNode }

/** The sections that exist, which are entries of a table of contents. */
export function partsOf(
  { article, filesInOther }: { article: Article; filesInOther: FilesInOther },
  kind: SectionKind,
  t: Translate,
): Record<'pictures' | 'specs' | 'others', Part[]> {
  const { id, category, gallery, specs, variants, items, references } = article
  const part = (isThere: boolean, part: Part) => (isThere ? [part] : [])
  return {
    pictures: part(gallery.length > 0, {
      id: 'part-pictures',
      title: t('article.gallery'),
      content: <Gallery pictures={gallery} />,
    }),
    specs: part(specs.length > 0, {
      id: specsId,
      title: t('article.specs'),
      content: <SpecTable specs={specs} />,
    }),
    others: [
      ...part(variants.length > 0, {
        id: 'part-variants',
        title: t('product.variants'),
        content: <VariantTable variants={variants} />,
      }),
      ...part(kind === 'product' && hasFiles(article), {
        id: filesId,
        title: t('article.attachments'),
        content: <ArticleFiles article={article} inOther={filesInOther} />,
      }),
      ...part(items.length > 0, {
        id: 'part-items',
        title: t(`article.items.${kind}`),
        content: <ArticleCollection articles={items} category={category} parentId={id} level={3} />,
      }),
      ...part(references.length > 0, {
        id: 'part-references',
        title: t('product.references'),
        content: <References references={references} />,
      }),
    ],
  }
}

/** Sections, each with its title beside it on wide screens. */
export function Blocks({ parts }: { parts: Part[] }) {
  return parts.map(({ id, title, content }) => (
    <section key={id} className="block split">
      <h2 id={id}>{title}</h2>
      <div>{content}</div>
    </section>
  ))
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
