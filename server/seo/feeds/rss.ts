// A feed as RSS 2.0, with the full text in content:encoded.
import { escapeXml } from '../sitemap-xml.ts'
import type { Feed, FeedItem } from './feed.ts'
import { element, text } from './xml.ts'

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ')

/** `self` is the feed's own URL. */
export function rss(feed: Feed, self: string): string {
  const channel = [
    text('title', feed.title),
    text('link', feed.page),
    text('description', feed.description),
    text('language', feed.language.toLowerCase()),
    text('lastBuildDate', feed.updated.toUTCString()),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...feed.items.map(item),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${namespaces}>${element('channel', channel)}</rss>\n`
}

function item({ title, url, summary, html, author, tags, published }: FeedItem): string {
  return element('item', [
    text('title', title),
    text('link', url),
    text('guid', url),
    text('pubDate', published.toUTCString()),
    text('description', summary),
    text('content:encoded', html),
    // The format's own author is a mail address.
    text('dc:creator', author),
    ...tags.map((tag) => text('category', tag)),
  ])
}
