// Feed formats: RSS 2.0 and Atom 1.0 (RFC 4287). `self` is the feed's own URL.
import { generateAtomFeed, generateRssFeed } from 'feedsmith'
import { escapeHtml } from '../../../shared/escape-html.ts'
import type { FeedFormat } from '../../../shared/feeds.ts'
import { xmlCharacters } from '../../base/escape-xml.ts'
import type { Feed } from './feed.ts'

export const feedWriters = { rss, atom } satisfies Record<FeedFormat, (feed: Feed, self: string) => string>

/**
 * The full text is in content:encoded, and `description` is HTML too; dc:creator, because RSS's `author` is an e-mail address.
 */
function rss({ items, ...feed }: Feed, self: string): string {
  const xml = generateRssFeed({
    title: feed.title,
    link: feed.page,
    description: feed.description,
    language: feed.language.toLowerCase(),
    lastBuildDate: feed.updated,
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
    items: items.map(({ title, url, summary, html, author, tags, published }) => ({
      title,
      link: url,
      guid: { value: url },
      pubDate: published,
      ...(summary && { description: escapeHtml(summary) }),
      content: { encoded: html },
      dc: { creators: author ? [author] : [] },
      categories: tags.map((name) => ({ name })),
    })),
  })
  return xmlCharacters(xml)
}

/** An entry without an author of its own has the feed's (§4.2.1). */
function atom({ items, ...feed }: Feed, self: string): string {
  const xml = generateAtomFeed({
    id: self,
    updated: feed.updated,
    xml: { lang: feed.language },
    title: { value: feed.title },
    subtitle: { value: feed.description },
    links: [
      { rel: 'alternate', type: 'text/html', href: feed.page },
      { rel: 'self', type: 'application/atom+xml', href: self },
    ],
    authors: [{ name: feed.company }],
    entries: items.map(({ title, url, summary, html, author, tags, published, updated }) => ({
      id: url,
      published,
      updated,
      title: { value: title },
      links: [{ rel: 'alternate', type: 'text/html', href: url }],
      authors: author ? [{ name: author }] : [],
      categories: tags.map((term) => ({ term })),
      ...(summary && { summary: { value: summary } }),
      content: { value: html, type: 'html' },
    })),
  })
  return xmlCharacters(xml)
}
