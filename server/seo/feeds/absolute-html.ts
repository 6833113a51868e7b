// HTML that is read away from its page: every address in it is whole.
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { parseUrl } from '../../../shared/parse-url.ts'

/** Sanitised HTML has no `<` or `>` but those of its tags, and double quotes around every value. */
const tags = /<[a-z][^<>]*>/g
const addresses = / (href|src)="([^"]*)"/g
/** For scrolling and loading in a page of this site. */
const ofPages = / (?:tabindex|loading|decoding)="[^"]*"/g

/** A reader takes the image itself. */
const smallerCopies = /<source [^<>]*>|<\/?picture>/g

/** `base` is the page's own URL. */
export function absoluteHtml(html: SafeHtml, base: string): string {
  return html.replace(smallerCopies, '').replace(tags, (tag) =>
    tag.replace(ofPages, '').replace(addresses, (_, name: string, value: string) => {
      const url = parseUrl(decoded(value), base)
      return url ? ` ${name}="${escapeHtml(url.href)}"` : ''
    }),
  )
}

export function absoluteUrl(url: string | undefined, base: string): string | undefined {
  return url ? parseUrl(url, base)?.href : undefined
}

function decoded(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

export function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
