// Links to the parts of a page: the contents of a long text, and the sections of a product.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { plainText } from '../../shared/plain-text.ts'
import { useSite } from '../site.tsx'
import { Links } from './links.tsx'

export type Heading = { id: string; title: string }

/** A text with fewer headings gets no table of contents. */
export const fewestHeadings = 3

export function Toc({ headings, title }: { headings: Heading[]; title: string }) {
  if (headings.length < fewestHeadings) return null
  return (
    <nav aria-label={title}>
      <p className="side-title">{title}</p>
      <Links className="side-links" links={linksTo(headings)} />
    </nav>
  )
}

function linksTo(headings: Heading[]) {
  return headings.map(({ id, title }) => ({ to: `#${encodeURIComponent(id)}`, title }))
}

/** The h2 headings with an id. A regular expression is enough, because the sanitiser wrote the tags. */
export function headingsOf(html: SafeHtml): Heading[] {
  return [...html.matchAll(/<h2[^>]* id="([^"]+)"[^>]*>(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
    id: plainText(id),
    title: plainText(inner),
  }))
}

export const overviewId = 'part-overview'
export const textId = 'part-text'

/** A page with fewer sections is short. */
const fewestParts = 3

/** The sections of a product; it stays in view. `specs` and `others`: above and below the text. */
export function LocalNav({
  hasText,
  specs,
  others,
}: {
  hasText: boolean
  specs: Heading[]
  others: Heading[]
}) {
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
