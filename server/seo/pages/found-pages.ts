// What is kept of a page: its address, words, dates and pictures.
import type { About, Article, Download, Manual } from '../../../shared/content/content.ts'
import { href } from '../../../shared/href.ts'
import { openingOf } from '../../../shared/plain-text.ts'
import { resolve } from '../../../shared/resolve.ts'
import type { RouteId } from '../../../shared/routes.ts'
import type { FoundPage } from './page-index.ts'

export function homePage(modified: string | undefined): FoundPage {
  return { path: '/', route: 'home', title: '', modified: modified || undefined }
}

export function articlePage(article: Article, path: string): FoundPage {
  const { title, summary, body, cover, gallery, published_at, updated_at } = article
  const images = [cover, ...gallery.map(({ url }) => url)].filter((url): url is string => Boolean(url))
  return {
    path,
    route: routeAt(path),
    title,
    summary: summary || openingOf(body),
    modified: inUtc(updated_at ?? published_at),
    published: inUtc(published_at),
    images: [...new Set(images)],
  }
}

export function aboutPage({ title, body, cover }: About, path: string): FoundPage {
  return { path, route: routeAt(path), title, summary: openingOf(body), images: cover ? [cover] : [] }
}

export function contactPage(about: About): FoundPage {
  return { ...aboutPage(about, href('contact', {}, 'zh')), route: 'contact' }
}

export function downloadPage({ title, description, items }: Download, path: string): FoundPage {
  const dates = items.map(({ published_at }) => inUtc(published_at) ?? '').toSorted()
  return { path, route: routeAt(path), title, summary: description, modified: dates.at(-1) || undefined }
}

export function manualPage({ title, body }: Manual, path: string): FoundPage {
  return { path, route: routeAt(path), title, summary: openingOf(body) }
}

function routeAt(path: string): RouteId {
  const match = resolve(path)
  return match.kind === 'page' ? match.route : 'home'
}

/** So that dates compare as text. */
function inUtc(date: string | undefined): string | undefined {
  return date && new Date(date).toISOString()
}
