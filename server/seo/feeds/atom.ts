// A feed as Atom 1.0 (RFC 4287).
import { escapeXml } from '../sitemap-xml.ts'
import type { Feed, FeedItem } from './feed.ts'
import { element, text } from './xml.ts'

/** `self` is the feed's own URL. */
export function atom(feed: Feed, self: string): string {
  const parts = [
    text('id', self),
    text('title', feed.title),
    text('subtitle', feed.description),
    text('updated', feed.updated.toISOString()),
    link('alternate', 'text/html', feed.page),
    link('self', 'application/atom+xml', self),
    // An entry without an author of its own has the feed's (§4.2.1).
    element('author', [text('name', feed.company)]),
    ...feed.items.map(entry),
  ]
  const language = escapeXml(feed.language)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">\n${parts.join('')}</feed>\n`
}

function entry({ title, url, summary, html, author, tags, published, updated }: FeedItem): string {
  return element('entry', [
    text('id', url),
    text('title', title),
    link('alternate', 'text/html', url),
    text('published', published.toISOString()),
    text('updated', updated.toISOString()),
    author ? element('author', [text('name', author)]) : '',
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>\n`),
    text('summary', summary),
    text('content', html, ' type="html"'),
  ])
}

function link(rel: string, type: string, url: string): string {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(url)}"/>\n`
}
