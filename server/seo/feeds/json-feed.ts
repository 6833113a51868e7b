// A feed as JSON Feed 1.1.
import type { Feed, FeedItem } from './feed.ts'

/** `self` is the feed's own URL. */
export function jsonFeed(feed: Feed, self: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.page,
    feed_url: self,
    language: feed.language,
    authors: [{ name: feed.company }],
    items: feed.items.map(item),
  })
}

function item({ url, title, summary, html, image, author, tags, published, updated }: FeedItem) {
  return {
    id: url,
    url,
    title,
    ...(summary && { summary }),
    content_html: html,
    ...(image && { image }),
    date_published: published.toISOString(),
    date_modified: updated.toISOString(),
    ...(author && { authors: [{ name: author }] }),
    ...(tags.length > 0 && { tags }),
  }
}
