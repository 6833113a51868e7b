// Absolute HTML for feeds: all URLs are absolute.
import sanitizeHtml, { type Attributes } from 'sanitize-html'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { parseUrl } from '../../../shared/parse-url.ts'
import { richTextTags } from '../../rich-text/rich-text.ts'

/** Attributes with a meaning only within a page of this site. */
const pageAttributes = new Set(['tabindex', 'loading', 'decoding', 'srcset', 'sizes'])

/** `html` is sanitised already. `base` is the page's own URL. */
export function absoluteHtml(html: SafeHtml, base: string): string {
  const whole = (attribs: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attribs).flatMap(([name, value]) => {
        const kept = name === 'href' || name === 'src' ? absoluteUrl(value, base) : value
        return kept === undefined || pageAttributes.has(name) ? [] : [[name, kept]]
      }),
    )
  return sanitizeHtml(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: whole(attribs) }) },
  })
}

export function absoluteUrl(url: string | undefined, base: string): string | undefined {
  return url ? parseUrl(url, base)?.href : undefined
}
