// Top of a product page: pictures beside name, summary, key figures and the enquiry link.
import { contactFormId } from '../../shared/constants.ts'
import type { Article } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { namedText, wordsOf } from '../../shared/section-texts.ts'
import { useSite } from '../site.tsx'
import { hasFiles } from './article-files.tsx'
import { ArticleMeta } from './article-meta.tsx'
import { DefinitionList } from './definition-list.tsx'
import { Gallery } from './gallery.tsx'
import { Title } from './title.tsx'
import { overviewId } from './toc.tsx'

/** How many figures a product without `highlights` shows. */
const keyFigures = 4

export function ProductTop({ product }: { product: Article }) {
  const { t, locale, language, sections, drawingOf } = useSite()
  const { category } = product
  const section = sections.of(category)
  const { summary, cover = drawingOf(category), cover_alt, gallery } = product
  const pictures =
    gallery.length > 0
      ? gallery
      : [{ url: cover ?? '', alt: cover_alt, sizes: product.cover_sizes, focus: product.cover_focus }]
  return (
    <div className="product-top" id={overviewId}>
      <Gallery pictures={pictures} />
      <header className="page-header">
        <h1 tabIndex={-1}>
          <Title of={product} />
        </h1>
        {summary && <p className="lead">{summary}</p>}
        <ArticleMeta article={product} />
        <DefinitionList className="key-figures" items={keyFiguresOf(product)} />
        <p className="actions">
          <Enquiry product={product} />
          <a
            className="button button-quiet"
            href={href('section-compare', { section: category }, language, { id: product.id })}
          >
            {namedText('compare.with', section, t, locale)}
          </a>
          {hasFiles(product) && (
            <a className="button button-quiet" href="#part-files">
              {t('article.attachments')}
            </a>
          )}
        </p>
      </header>
    </div>
  )
}

/** Stays at the bottom of the window, within the article. */
export function EnquiryBar({ product }: { product: Article }) {
  return (
    <div className="enquiry-bar">
      <span>{product.title}</span>
      <Enquiry product={product} isQuiet />
    </div>
  )
}

function Enquiry({ product: { id, category }, isQuiet = false }: { product: Article; isQuiet?: boolean }) {
  const { t, locale, language, sections } = useSite()
  return (
    <a
      className={isQuiet ? 'button button-quiet' : 'button'}
      href={`${href('contact', {}, language, { product: id })}#${contactFormId}`}
    >
      {t('article.enquire', wordsOf(sections.of(category), t, locale))}
    </a>
  )
}

/** The specifications that `highlights` names, in its order; names without a specification are left out. */
function keyFiguresOf({ specs, highlights }: Article): Article['specs'] {
  const chosen = highlights.flatMap((highlight) => specs.find(({ name }) => name === highlight) ?? [])
  return chosen.length > 0 ? chosen : specs.slice(0, keyFigures)
}
