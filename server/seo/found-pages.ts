// Found pages: path, dates and images of a page, from API data.
import { aboutBy, firstAbout, isFirstAbout } from '../../shared/api/about-lookups.ts'
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload, downloadBy } from '../../shared/api/download-lookups.ts'
import { firstByOrder } from '../../shared/constants.ts'
import type { About, Article, ArticleSummary, Download } from '../../shared/content/content.ts'
import { apiError, found } from '../../shared/errors.ts'
import { articlePathById, buildPath } from '../../shared/href.ts'
import { datesOf } from '../../shared/item-dates.ts'
import type { RouteMatch } from '../../shared/resolve.ts'

export type FoundPage = {
  /** Canonical, unprefixed, with its query. */
  path: string
  /** ISO 8601 in UTC, as `published`. */
  modified?: string | undefined
  /** Of an article: the slug of its section. */
  section?: string | undefined
  title?: string | undefined
  published?: string | undefined
  /** URLs, absolute or root-relative. */
  images?: string[]
  /** Not for search engines: the page is in no file. */
  noindex?: boolean | undefined
}

/** Lists have neither gallery nor `seo`. */
type Listed = ArticleSummary & Partial<Pick<Article, 'gallery' | 'seo'>>

export function articlePage(article: Listed, path: string): FoundPage {
  const { category, title, cover, gallery = [], seo } = article
  const { published, modified } = datesOf(article)
  const images = [cover, ...gallery.map(({ url }) => url)].filter((url): url is string => Boolean(url))
  return {
    path,
    modified: inUtc(modified),
    section: category,
    title,
    published: inUtc(published),
    images: [...new Set(images)],
    noindex: seo?.noindex,
  }
}

export function aboutPage({ cover, seo }: About, path: string): FoundPage {
  return { path, images: cover ? [cover] : [], noindex: seo?.noindex }
}

export function downloadPage({ items, seo }: Download, path: string): FoundPage {
  const dates = items.map(({ published_at }) => inUtc(published_at) ?? '').toSorted()
  const modified = dates.at(-1) || undefined
  return { path, modified, noindex: seo?.noindex }
}

/** In UTC, so that dates are comparable as text. */
function inUtc(date: string | undefined): string | undefined {
  return date && new Date(date).toISOString()
}

type Linked = { found: FoundPage; body: string }

/** The address of a category of downloads. */
export function downloadPath({ id }: Pick<Download, 'id'>, downloadId: number): string {
  return buildPath('download', id === downloadId ? {} : { id })
}

/** The page of an item; undefined for other pages. Rejects with ApiError. */
export async function loadLinked(
  { api, downloadId }: { api: Api; downloadId: number },
  { page, section, sections, params, path }: RouteMatch,
): Promise<Linked | undefined> {
  const { id = '', subId, sign } = params
  switch (page) {
    case 'manual': {
      const manual = await api.manual({ id })
      return { found: { path, noindex: manual.seo?.noindex }, body: manual.body }
    }
    case 'about': {
      const about = id ? await aboutBy(api, id) : await firstAbout(api)
      if (!about) return undefined
      const isFirst = id === '' || (await isFirstAbout(api, about))
      const address = buildPath('about', isFirst ? {} : { id: about.id })
      return { found: aboutPage(about, address), body: about.body }
    }
    case 'download': {
      const download = id ? await downloadBy(api, id) : await defaultDownload(api, downloadId)
      return download && { found: downloadPage(download, downloadPath(download, downloadId)), body: '' }
    }
    case 'article':
      if (sign) return ofArticle(await api.articleInfo({ sign }), { path, sections }, () => true)
      return ofArticle(await api.articleDetail({ id: subId ?? id }), { path, sections }, (article) => {
        const { parent_id = 0 } = article
        return article.category === section?.slug && (subId ? String(parent_id) === id : parent_id <= 0)
      })
    case 'home':
    case 'contact':
    case 'list':
    // Comparisons are not in the index of search engines.
    case 'compare':
      return undefined
    case 'manuals': {
      const first = await found(api.manual({ id: firstByOrder }))
      return first?.siblings.length ? { found: { path }, body: '' } : undefined
    }
    // A page that needs no item is there. Whether an item of another kind exists, only its page can tell.
    default:
      return Object.keys(params).length === 0 ? { found: { path }, body: '' } : undefined
  }
}

function ofArticle(
  article: Article,
  { path, sections }: Pick<RouteMatch, 'path' | 'sections'>,
  isHere: (article: Article) => boolean,
): Linked {
  if (!isHere(article)) throw apiError('missing', `${path}: the article belongs to another path`)
  const address = articlePathById(article, sections) ?? path
  return { found: articlePage(article, address), body: article.body }
}
