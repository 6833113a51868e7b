// Local navigation of a product: links to the sections of the page, which stay in view.
import type { Article } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { partsOf } from './article-parts.tsx'
import { Links } from './links.tsx'
import { type Heading, linksTo } from './toc.tsx'

export const overviewId = 'part-overview'
export const textId = 'part-text'

/** Below this number of sections the page is short. */
const fewestParts = 3

export function LocalNav({ product }: { product: Article }) {
  const { t } = useSite()
  const { specs, others } = partsOf(product, 'product', t)
  const parts: Heading[] = [
    { id: overviewId, title: t('product.overview') },
    ...specs,
    ...(product.body === '' ? [] : [{ id: textId, title: t('product.text') }]),
    ...others,
  ]
  if (parts.length < fewestParts) return null
  return (
    <nav className="local-nav" aria-label={t('article.toc')}>
      <Links links={linksTo(parts)} />
    </nav>
  )
}
