// Local navigation of a product: links to the sections of the page, which stay in view.
import { useSite } from '../site.tsx'
import { Links } from './links.tsx'
import { type Heading, linksTo } from './toc.tsx'

export const overviewId = 'part-overview'
export const textId = 'part-text'

/** Below this number of sections the page is short. */
const fewestParts = 3

/** `specs` and `others`: above and below the text. */
type Props = { hasText: boolean; specs: Heading[]; others: Heading[] }

export function LocalNav({ hasText, specs, others }: Props) {
  const { t } = useSite()
  const parts: Heading[] = [
    { id: overviewId, title: t('product.overview') },
    ...specs,
    ...(hasText ? [{ id: textId, title: t('product.text') }] : []),
    ...others,
  ]
  if (parts.length < fewestParts) return null
  return (
    <nav className="local-nav" aria-label={t('article.toc')}>
      <Links links={linksTo(parts)} />
    </nav>
  )
}
